import { Type } from 'typebox'
import { formatInstant, Identifier, Instant, nullable, oneOf, strictObject } from '#/kernel/schema.ts'
import type { SuggestionRow } from './store.ts'
import { suggestionKinds, suggestionStatuses } from './suggestion.ts'

/** A proposed time as the recipient sees it. */
export const RecipientSuggestion = strictObject(
  {
    id: Identifier,
    version: Type.Integer({ minimum: 1 }),
    kind: oneOf(suggestionKinds),
    origin: oneOf(['platform_holder']),
    platformHolder: strictObject({ id: Identifier, displayName: Type.String({ maxLength: 200 }) }),
    appointmentId: nullable(Identifier),
    requestId: nullable(Identifier),
    proposedStartsAt: Instant,
    proposedEndsAt: Instant,
    timezone: Type.String({ maxLength: 80 }),
    message: nullable(Type.String({ maxLength: 500 })),
    status: oneOf(suggestionStatuses),
    review: nullable(
      strictObject({
        decision: oneOf(['approved', 'dismissed']),
        reviewedAt: Instant,
        confirmedByHuman: Type.Boolean({ description: 'Always true: nothing else is recorded.' }),
      }),
    ),
    createdAt: Instant,
    expiresAt: Type.String({ ...Instant, description: 'The proposed start.' }),
  },
  { title: 'RecipientSuggestion' },
)

export function toSuggestion(row: SuggestionRow) {
  const { status, reviewed_at: reviewedAt } = row
  return {
    id: row.id,
    version: row.version,
    kind: row.kind,
    origin: row.origin,
    platformHolder: { id: row.platform_holder_id, displayName: row.holder_name },
    appointmentId: row.appointment_id,
    requestId: row.request_id,
    proposedStartsAt: formatInstant(row.proposed_starts_at),
    proposedEndsAt: formatInstant(row.proposed_ends_at),
    timezone: row.timezone,
    message: row.message,
    status,
    review:
      reviewedAt && (status === 'approved' || status === 'dismissed')
        ? { decision: status, reviewedAt: formatInstant(reviewedAt), confirmedByHuman: true }
        : null,
    createdAt: formatInstant(row.created_at),
    expiresAt: formatInstant(row.expires_at),
  }
}

export const suggestionExample = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d22',
  version: 1,
  kind: 'alternative_time' as const,
  origin: 'platform_holder' as const,
  platformHolder: { id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06', displayName: 'Huisartsenpraktijk De Linde' },
  appointmentId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08',
  requestId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d21',
  proposedStartsAt: '2026-12-08T08:00:00.000Z',
  proposedEndsAt: '2026-12-08T08:15:00.000Z',
  timezone: 'Europe/Amsterdam',
  message: 'Dinsdag kan ook.',
  status: 'pending_review' as const,
  review: null,
  createdAt: '2026-11-27T10:00:00.000Z',
  expiresAt: '2026-12-08T08:00:00.000Z',
}
