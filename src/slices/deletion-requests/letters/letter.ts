import { Type, type Static } from 'typebox'
import {
  CreatedAt,
  Day,
  described,
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  nullable,
  oneOf,
  strictObject,
} from '#/kernel/schema.ts'
import { deletionStatuses } from '#/slices/deletion-requests/deletion-request.ts'
import type { LetterRow } from './store.ts'

/** What a holder sees of a request that came to it by letter: never what the person asked of others. */
export const HolderDeletionRequest = strictObject(
  {
    id: described(Identifier, 'Id of the request.'),
    status: oneOf(deletionStatuses, { description: 'Progress by staff of the platform; only they change it.' }),
    receivedOn: described(Day, 'When the letter came in.'),
    dueAt: described(Instant, 'Deadline: one month after the letter came in (GDPR, article 12(3)).'),
    enteredBy: nullable(
      Type.String({
        maxLength: 254,
        description: 'Address of the colleague who entered it; null when it is no longer kept.',
        examples: ['anna@praktijk.example'],
      }),
    ),
    createdAt: CreatedAt,
    completedAt: nullable(described(Instant, 'When it was completed or rejected; null until then.')),
    message: nullable(
      Type.String({
        maxLength: 500,
        description: 'Why it was rejected, or null.',
        examples: ['Wij konden niet vaststellen wie dit vroeg.'],
      }),
    ),
  },
  { title: 'HolderDeletionRequest' },
)
export type HolderDeletionRequest = Static<typeof HolderDeletionRequest>

export function toHolderDeletionRequest(row: LetterRow): HolderDeletionRequest {
  return {
    id: row.id,
    status: row.status,
    receivedOn: row.receivedOn,
    dueAt: formatInstant(row.dueAt),
    enteredBy: row.enteredBy,
    createdAt: formatInstant(row.createdAt),
    completedAt: formatInstantOrNull(row.completedAt),
    message: row.status === 'rejected' ? row.outcomeMessage : null,
  }
}

export const letterExample: HolderDeletionRequest = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d61',
  status: 'pending_review',
  receivedOn: '2026-11-18',
  dueAt: '2026-12-18T00:00:00.000Z',
  enteredBy: 'anna@praktijk.example',
  createdAt: '2026-11-20T09:00:00.000Z',
  completedAt: null,
  message: null,
}
