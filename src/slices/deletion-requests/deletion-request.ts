import { Type, type Static } from 'typebox'
import {
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  nullable,
  oneOf,
  strictObject,
} from '#/kernel/schema.ts'
import type { DeletionRequestRow } from './store.ts'

/** pending_review -> in_progress -> completed | rejected; staff outside the API alone take each step. */
const deletionStatuses = ['pending_review', 'in_progress', 'completed', 'rejected'] as const
export type DeletionStatus = (typeof deletionStatuses)[number]

/** What may have to be kept after a deletion, and why. */
export const retainedCategories = ['billing_record', 'legal_obligation', 'provider_own_record'] as const
export type RetainedCategory = (typeof retainedCategories)[number]

export const DeletionRequest = strictObject(
  {
    id: Identifier,
    clientRequestId: Identifier,
    status: oneOf(deletionStatuses),
    version: Type.Integer({ minimum: 1 }),
    createdAt: Instant,
    dueAt: { ...Instant, description: 'One month after it was made (GDPR, article 12(3)).' },
    updatedAt: Instant,
    completedAt: nullable(Instant),
    outcome: nullable(
      strictObject({
        message: Type.String({ maxLength: 500 }),
        retainedCategories: Type.Array(oneOf(retainedCategories), { maxItems: 3 }),
      }),
    ),
  },
  { title: 'DeletionRequest' },
)
export type DeletionRequest = Static<typeof DeletionRequest>

export function toDeletionRequest(row: DeletionRequestRow): DeletionRequest {
  const isDecided = row.status === 'completed' || row.status === 'rejected'
  return {
    id: row.id,
    clientRequestId: row.client_request_id,
    status: row.status,
    version: row.version,
    createdAt: formatInstant(row.created_at),
    dueAt: formatInstant(row.due_at),
    updatedAt: formatInstant(row.updated_at),
    completedAt: formatInstantOrNull(row.completed_at),
    outcome: isDecided
      ? { message: row.outcome_message ?? '', retainedCategories: [...row.retained_categories] }
      : null,
  }
}

export const deletionRequestExample: DeletionRequest = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d60',
  clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e60',
  status: 'pending_review',
  version: 1,
  createdAt: '2026-11-20T09:00:00.000Z',
  dueAt: '2026-12-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  completedAt: null,
  outcome: null,
}
