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
import { PlaceWords } from '#/slices/appointment-facts/appointment-facts.ts'
import { textIn } from '#/messages/catalogues/locales.ts'
import { AppointmentStatus, RequestType, titleOf } from '#/slices/appointments/appointments.ts'
import { PreferredWindow, RequestDecision, RequestReason, RequestStatus } from './request.ts'
import type { HolderRequestRow, RequestRow } from './store.ts'

const reviewFields = {
  decision: RequestDecision,
  message: nullable(
    Type.String({
      maxLength: 500,
      description: 'Shown to the recipient; may be null.',
      examples: ['Dinsdag kan ook.'],
    }),
  ),
  reviewedAt: described(Instant, 'When it was decided.'),
  suggestionId: nullable(described(Identifier, 'The suggestion made with it, or null.')),
}

const RequestReview = strictObject(reviewFields, {
  title: 'RequestReview',
  description: 'What was decided; null until then.',
})

const requestFields = {
  id: described(Identifier, 'Id of the request.'),
  clientRequestId: described(ClientRequestId, 'The clientRequestId it was created with.'),
  appointmentId: AppointmentId,
  platformHolderId: PlatformHolderId,
  type: RequestType,
  status: RequestStatus,
  version: Version,
  appointmentVersion: described(Version, 'Version of the appointment when the request was made.'),
  scheduleRevision: described(ScheduleRevision, 'Version of the appointment when the request was made.'),
  reasonCode: described(nullable(RequestReason), 'Why the recipient asks, or null.'),
  note: nullable(
    Type.String({
      maxLength: 500,
      description: 'What the recipient wrote, or null.',
      examples: ['Liever in de ochtend.'],
    }),
  ),
  preferredWindows: Type.Array(PreferredWindow, {
    maxItems: 3,
    description: 'Preferred times; none for a cancellation.',
  }),
}

const lastFields = {
  appointmentChanged: Type.Boolean({
    description: 'Whether the appointment changed here; says nothing about other systems.',
  }),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
  expiresAt: described(Instant, 'The start of the appointment, after which it cannot be decided.'),
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
    { title: 'HolderRequestReview', description: 'What was decided, and by whom; null until then.' },
  ),
)

const RequestedAppointment = strictObject(
  {
    displayName: Type.String({ maxLength: 200, description: 'Who has the appointment.', examples: ['Sanne de Vries'] }),
    title: Type.String({ maxLength: 120, description: 'What it is called.', examples: ['Controle'] }),
    startsAt: described(Instant, 'When it starts.'),
    endsAt: described(Instant, 'When it ends.'),
    timezone: Type.String({ maxLength: 64, description: 'Its time zone.', examples: ['Europe/Amsterdam'] }),
    place: PlaceWords,
    status: AppointmentStatus,
    origin: oneOf(['intake', 'local'], { description: 'Whether it came from a source system or was created here.' }),
    sourceSystem: Type.String({
      maxLength: 64,
      description: 'The system it comes from; `local` when it was created here.',
      examples: ['practice-system'],
    }),
  },
  { title: 'RequestedAppointment', description: 'The appointment it is about, as it stands now.' },
)

/** The same for the platform holder, with whose appointment it is about, who reviewed it and what is left to do. */
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
      appointment: RequestedAppointment,
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

export function toHolderRecipientRequest(row: HolderRequestRow) {
  const { review, ...rest } = toRecipientRequest(row)
  const typeName = row.typeName && textIn(row.typeName, [row.defaultLocale, 'nl'])
  return {
    ...rest,
    review: review && { ...review, reviewedBy: row.reviewerEmail ?? '' },
    followUp: row.followUp,
    appointment: {
      displayName: row.recipientName,
      title: titleOf(row.title, typeName, row.holderName),
      startsAt: formatInstant(row.startsAt),
      endsAt: formatInstant(row.endsAt),
      timezone: row.timezone,
      place: row.place,
      status: row.appointmentStatus,
      origin: row.origin,
      sourceSystem: row.sourceSystem,
    },
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

export const holderRequestExample = {
  ...requestExample,
  followUp: null,
  appointment: {
    displayName: 'Sanne de Vries',
    title: 'Controle',
    startsAt: '2026-12-03T13:30:00.000Z',
    endsAt: '2026-12-03T13:45:00.000Z',
    timezone: 'Europe/Amsterdam',
    place: null,
    status: 'registered' as const,
    origin: 'intake' as const,
    sourceSystem: 'practice-system',
  },
}
