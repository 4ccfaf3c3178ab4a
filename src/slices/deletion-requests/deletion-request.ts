import { Type, type Static } from 'typebox'
import {
  CreatedAt,
  described,
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  nullable,
  oneOf,
  strictObject,
  UpdatedAt,
  Version,
} from '#/kernel/schema.ts'
import type { DeletionRequestRow } from './store.ts'

/** pending_review -> in_progress -> completed | rejected; staff outside the API alone take each step. */
export const deletionStatuses = ['pending_review', 'in_progress', 'completed', 'rejected'] as const
export type DeletionStatus = (typeof deletionStatuses)[number]

/** What may have to be kept after a deletion, and why. */
export const retainedCategories = ['billing_record', 'legal_obligation', 'provider_own_record'] as const
export type RetainedCategory = (typeof retainedCategories)[number]

export const DeletionRequest = strictObject(
  {
    id: described(Identifier, 'Id of the request.'),
    clientRequestId: described(Identifier, 'The clientRequestId it was created with.'),
    status: oneOf(deletionStatuses, { description: 'Progress by staff; only they change it.' }),
    version: Version,
    createdAt: CreatedAt,
    dueAt: described(Instant, 'Deadline: one month after it was created (GDPR, article 12(3)).'),
    updatedAt: UpdatedAt,
    completedAt: nullable(described(Instant, 'When it was completed or rejected; null until then.')),
    outcome: nullable(
      strictObject(
        {
          message: Type.String({
            maxLength: 500,
            description: 'Message from staff.',
            examples: ['Uw gegevens zijn gewist.'],
          }),
          retainedCategories: Type.Array(
            oneOf(retainedCategories, { title: 'RetainedCategory', description: 'Data that must be kept.' }),
            {
              maxItems: 3,
              description: 'What has to be kept, and why.',
            },
          ),
        },
        { title: 'DeletionOutcome', description: 'What was decided; null until then.' },
      ),
    ),
  },
  { title: 'DeletionRequest' },
)
export type DeletionRequest = Static<typeof DeletionRequest>

export function toDeletionRequest(row: DeletionRequestRow): DeletionRequest {
  const isDecided = row.status === 'completed' || row.status === 'rejected'
  return {
    id: row.id,
    clientRequestId: row.clientRequestId,
    status: row.status,
    version: row.version,
    createdAt: formatInstant(row.createdAt),
    dueAt: formatInstant(row.dueAt),
    updatedAt: formatInstant(row.updatedAt),
    completedAt: formatInstantOrNull(row.completedAt),
    outcome: isDecided ? { message: row.outcomeMessage ?? '', retainedCategories: [...row.retainedCategories] } : null,
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
