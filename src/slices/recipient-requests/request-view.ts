import { Type } from 'typebox'
import {
  AppointmentId,
  ClientRequestId,
  CreatedAt,
  described,
  extending,
  formatInstant,
  Identifier,
  Instant,
  nullable,
  oneOf,
  PlatformHolderId,
  ScheduleRevision,
  strictObject,
  UpdatedAt,
  Version,
} from '#/kernel/schema.ts'
import { RequestType } from '#/slices/appointments/appointments.ts'
import { PreferredWindow, RequestDecision, RequestReason, RequestStatus } from './request.ts'
import type { RequestRow } from './store.ts'

const reviewFields = {
  decision: RequestDecision,
  message: nullable(
    Type.String({
      maxLength: 500,
      description: 'Shown to the recipient; null when staff said nothing.',
      examples: ['Dinsdag kan ook.'],
    }),
  ),
  reviewedAt: described(Instant, 'When it was decided.'),
  suggestionId: nullable(described(Identifier, 'The other time that was proposed; null when none was.')),
}

const RequestReview = strictObject(reviewFields, {
  title: 'RequestReview',
  description: 'What was decided; null while it waits.',
})

const requestFields = {
  id: described(Identifier, 'Names the request.'),
  clientRequestId: described(ClientRequestId, 'The id its call had.'),
  appointmentId: AppointmentId,
  platformHolderId: PlatformHolderId,
  type: RequestType,
  status: RequestStatus,
  version: Version,
  appointmentVersion: described(Version, 'Of the appointment when the request was made.'),
  scheduleRevision: described(ScheduleRevision, 'Of the appointment when the request was made.'),
  reasonCode: described(nullable(RequestReason), 'Why the recipient asks; null when they did not say.'),
  note: nullable(
    Type.String({
      maxLength: 500,
      description: 'What the recipient wrote; null when nothing.',
      examples: ['Liever in de ochtend.'],
    }),
  ),
  preferredWindows: Type.Array(PreferredWindow, {
    maxItems: 3,
    description: 'Times that would suit; none for a cancellation.',
  }),
}

const lastFields = {
  appointmentChanged: Type.Boolean({
    description: 'Whether this register changed. It never says that another system did.',
  }),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
  expiresAt: described(Instant, 'The start of the appointment, after which nobody can decide.'),
}

/** What both sides see of a request. */
const RequestFacts = strictObject({ ...requestFields, ...lastFields }, { title: 'RequestFacts' })

/** A request as the recipient who made it sees it. */
export const RecipientRequest = extending(
  RequestFacts,
  strictObject({ ...requestFields, review: nullable(RequestReview), ...lastFields }, { title: 'RecipientRequest' }),
)

const HolderRequestReview = extending(
  RequestReview,
  strictObject(
    {
      ...reviewFields,
      reviewedBy: Type.String({
        maxLength: 254,
        description: 'The member of staff. The recipient does not see it.',
        examples: ['anna@praktijk.example'],
      }),
    },
    { title: 'HolderRequestReview', description: 'What was decided, and by whom; null while it waits.' },
  ),
)

/** The same for the platform holder, with who reviewed it and what is left to do. */
export const HolderRecipientRequest = extending(
  RequestFacts,
  strictObject(
    {
      ...requestFields,
      review: nullable(HolderRequestReview),
      ...lastFields,
      followUp: Type.Unsafe<'UPDATE_SOURCE_SYSTEM' | null>({
        ...nullable(oneOf(['UPDATE_SOURCE_SYSTEM'])),
        description: 'Set when the appointment came from a source system, where it still has to be cancelled.',
      }),
    },
    { title: 'HolderRecipientRequest' },
  ),
)

export function toRecipientRequest(row: RequestRow) {
  const { reviewedAt, status } = row
  return {
    id: row.id,
    clientRequestId: row.clientRequestId,
    appointmentId: row.appointmentId,
    platformHolderId: row.platformHolderId,
    type: row.type,
    status,
    version: row.version,
    appointmentVersion: row.appointmentVersion,
    scheduleRevision: row.scheduleRevision,
    reasonCode: row.reasonCode,
    note: row.note,
    preferredWindows: [...row.preferredWindows],
    review:
      reviewedAt && (status === 'approved' || status === 'declined')
        ? {
            decision: status,
            message: row.reviewMessage,
            reviewedAt: formatInstant(reviewedAt),
            suggestionId: row.suggestionId,
          }
        : null,
    appointmentChanged: row.appointmentChanged,
    createdAt: formatInstant(row.createdAt),
    updatedAt: formatInstant(row.updatedAt),
    expiresAt: formatInstant(row.expiresAt),
  }
}

export function toHolderRecipientRequest(row: RequestRow & { readonly reviewerEmail: string | null }) {
  const { review, ...rest } = toRecipientRequest(row)
  return {
    ...rest,
    review: review && { ...review, reviewedBy: row.reviewerEmail ?? '' },
    followUp: row.followUp,
  }
}

export const requestExample = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d21',
  clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e21',
  appointmentId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08',
  platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
  type: 'reschedule' as const,
  status: 'pending_review' as const,
  version: 1,
  appointmentVersion: 1,
  scheduleRevision: 1,
  reasonCode: 'work' as const,
  note: null,
  preferredWindows: [{ startsAt: '2026-12-07T08:00:00.000Z', endsAt: '2026-12-11T16:00:00.000Z' }],
  review: null,
  appointmentChanged: false,
  createdAt: '2026-11-27T09:00:00.000Z',
  updatedAt: '2026-11-27T09:00:00.000Z',
  expiresAt: '2026-12-03T13:30:00.000Z',
}

export const holderRequestExample = { ...requestExample, followUp: null }
