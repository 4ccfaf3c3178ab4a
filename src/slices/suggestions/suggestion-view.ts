import { Type } from 'typebox'
import {
  CreatedAt,
  described,
  formatInstant,
  Identifier,
  Instant,
  nullable,
  oneOf,
  PlatformHolderId,
  strictObject,
  TimeZone,
  Version,
} from '#/kernel/schema.ts'
import type { SuggestionRow } from './store.ts'
import { SuggestionDecision, SuggestionKind, SuggestionStatus } from './suggestion.ts'

/** A proposed time as the recipient sees it. */
export const RecipientSuggestion = strictObject(
  {
    id: described(Identifier, 'Id of the suggestion.'),
    version: Version,
    kind: SuggestionKind,
    origin: oneOf(['platform_holder'], { description: 'Who suggested it.' }),
    platformHolder: strictObject(
      {
        id: PlatformHolderId,
        displayName: Type.String({
          maxLength: 200,
          description: 'Its display name.',
          examples: ['Huisartsenpraktijk De Linde'],
        }),
      },
      { title: 'SuggestingHolder', description: 'The organization that suggests it.' },
    ),
    appointmentId: nullable(described(Identifier, 'The existing appointment it is about, or null.')),
    requestId: nullable(described(Identifier, 'The request it answers, or null.')),
    proposedStartsAt: described(Instant, 'When it would start.'),
    proposedEndsAt: described(Instant, 'When it would end.'),
    timezone: described(TimeZone, 'Time zone to show it in.'),
    message: nullable(
      Type.String({
        maxLength: 500,
        description: 'Message from staff, or null.',
        examples: ['Dinsdag kan ook.'],
      }),
    ),
    status: SuggestionStatus,
    review: nullable(
      strictObject(
        {
          decision: SuggestionDecision,
          reviewedAt: described(Instant, 'When it was decided.'),
          confirmedByHuman: Type.Boolean({ description: 'Always true: nothing else is recorded.' }),
        },
        { title: 'SuggestionReview', description: 'What the recipient decided; null while they have not.' },
      ),
    ),
    createdAt: CreatedAt,
    expiresAt: described(Instant, 'The suggested start, after which it cannot be accepted.'),
  },
  { title: 'RecipientSuggestion' },
)

export function toSuggestion(row: SuggestionRow) {
  const { status, reviewedAt } = row
  return {
    id: row.id,
    version: row.version,
    kind: row.kind,
    origin: row.origin,
    platformHolder: { id: row.platformHolderId, displayName: row.holderName },
    appointmentId: row.appointmentId,
    requestId: row.requestId,
    proposedStartsAt: formatInstant(row.proposedStartsAt),
    proposedEndsAt: formatInstant(row.proposedEndsAt),
    timezone: row.timezone,
    message: row.message,
    status,
    review:
      reviewedAt && (status === 'approved' || status === 'dismissed')
        ? { decision: status, reviewedAt: formatInstant(reviewedAt), confirmedByHuman: true }
        : null,
    createdAt: formatInstant(row.createdAt),
    expiresAt: formatInstant(row.expiresAt),
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
