import { Type } from 'typebox'
import {
  CreatedAt,
  described,
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  nullable,
  oneOf,
  PlatformHolderId,
  ScheduleRevision,
  strictObject,
  TimeZone,
  UpdatedAt,
  Version,
} from '#/kernel/schema.ts'
import { DeliveryStatus, ReasonCode, type DeliveryRow } from '#/slices/reminders/reminders.ts'
import { Locale } from '#/messages/catalogues/locales.ts'
import { calendarIdentity } from '#/messages/message-appointment.ts'
import { AppointmentStatus, isConfirmed, type Appointment } from '#/slices/appointments/appointment.ts'
import { titleMaxLength } from '#/slices/appointments/title.ts'

export const ConfirmationStatus = oneOf(['unconfirmed', 'confirmed'], {
  title: 'ConfirmationStatus',
  description: 'Whether the recipient said they will come, for the schedule as it is now.',
})

/** Whether the recipient said they will come, for the schedule as it is now. */
export const Confirmation = strictObject(
  {
    status: ConfirmationStatus,
    confirmedAt: nullable(described(Instant, 'When they said so; null while they have not.')),
    via: nullable(
      oneOf(['app', 'sms_reply', 'message_link', 'staff'], {
        description: 'How they said so; null while they have not.',
      }),
    ),
    scheduleRevision: nullable(described(ScheduleRevision, 'The schedule it was said of; null while it was not.')),
  },
  {
    title: 'AppointmentConfirmation',
    description: 'What the recipient said of coming: a signal, without which the appointment stands.',
  },
)

export const RequestType = oneOf(['cancel', 'reschedule'], {
  title: 'RequestType',
  description: 'What the recipient asks for.',
})

/** A request of the recipient that waits for review. */
export const OpenRequest = strictObject(
  { requestId: described(Identifier, 'The request.'), type: RequestType, createdAt: CreatedAt },
  { title: 'OpenRequest', description: 'The request of the recipient that waits for review; null when none does.' },
)

export const CancellationReason = oneOf(['recipient', 'provider', 'duplicate', 'other'], {
  title: 'CancellationReason',
  description: 'On whose side the reason lies: `provider` is the organization.',
})

/** An appointment as its platform holder sees it. */
export const HolderAppointment = strictObject(
  {
    id: described(Identifier, 'Names the appointment, for life.'),
    platformHolderId: PlatformHolderId,
    organizationId: nullable(
      described(Identifier, 'The part of the organization it belongs to; null when nothing was said.'),
    ),
    locationId: nullable(
      described(Identifier, 'A location of the scheduling set-up; null when nothing was said.', 'main'),
    ),
    appointmentTypeId: nullable(described(Identifier, 'Its type; null when it has none.')),
    version: Version,
    scheduleRevision: ScheduleRevision,
    origin: oneOf(['intake', 'local'], { description: 'Whether a source system handed it in or it was made here.' }),
    sourceSystem: Type.String({
      maxLength: 64,
      description: 'The system it comes from; `local` when it was made here.',
      examples: ['practice-system'],
    }),
    externalAppointmentId: nullable(
      Type.String({
        maxLength: 200,
        description: 'What it is called there; null when it was made here.',
        examples: ['A-1001'],
      }),
    ),
    status: AppointmentStatus,
    title: Type.String({
      maxLength: titleMaxLength,
      description: 'For the portal and the signed-in app; never in a message unless its type is marked smsSafe.',
      examples: ['Controle'],
    }),
    startsAt: described(Instant, 'When it starts.'),
    endsAt: described(Instant, 'When it ends.'),
    timezone: described(TimeZone, 'The zone its local time is told in.'),
    locationLabel: nullable(
      Type.String({
        maxLength: 200,
        description: 'Where it is, in words; null when nothing was said.',
        examples: ['Lindelaan'],
      }),
    ),
    recipient: strictObject(
      {
        displayName: Type.String({
          maxLength: 200,
          description: 'Name of the person, as messages call them.',
          examples: ['Sanne de Vries'],
        }),
        email: nullable(
          Type.String({
            maxLength: 254,
            description: 'Where mail goes; null when there is no address.',
            examples: ['sanne@example.com'],
          }),
        ),
        phoneNumberE164: nullable(
          Type.String({
            maxLength: 16,
            description: 'Where text messages go; null when there is no number.',
            examples: ['+31612345678'],
          }),
        ),
        locale: nullable(described(Locale, 'Language asked for; null leaves it to the organization.')),
        linked: Type.Boolean({ description: 'Whether an operator linked this recipient to a person who can sign in.' }),
        contactLastConfirmedAt: described(
          Instant,
          'When the contact was handed in or changed, or the recipient last confirmed.',
        ),
      },
      { description: 'Who is reminded.' },
    ),
    confirmation: Confirmation,
    openRequest: nullable(OpenRequest),
    delivery: strictObject(
      {
        status: DeliveryStatus,
        nextDueAt: nullable(described(Instant, 'When the next message is due; null when none is planned.')),
        lastEventAt: nullable(described(Instant, 'When anything last happened to a message; null when there is none.')),
        reasonCode: described(
          nullable(ReasonCode),
          'Why the last message was not sent or did not arrive; null when there is nothing to say.',
        ),
      },
      { title: 'Delivery', description: 'How the messages about the appointment fare.' },
    ),
    cancellation: nullable(
      strictObject(
        {
          cancelledAt: described(Instant, 'When it was cancelled.'),
          by: oneOf(['holder', 'source', 'approved_request'], {
            description: 'Who cancelled: staff, the source system, or staff who approved a request.',
          }),
          reasonCode: CancellationReason,
          note: nullable(
            Type.String({
              maxLength: 500,
              description: 'What staff wrote of it; the copy a recipient can fetch has it too.',
              examples: ['Arts is ziek.'],
            }),
          ),
        },
        { title: 'Cancellation', description: 'When and why it was cancelled; null while it was not.' },
      ),
    ),
    calendar: strictObject(
      {
        uid: Type.String({
          maxLength: 255,
          description: 'The same for life.',
          examples: ['0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08@tijdig'],
        }),
        sequence: Type.Integer({
          minimum: 0,
          description: 'The schedule revision, one more once it is cancelled.',
          examples: [1],
        }),
      },
      {
        description:
          'UID and SEQUENCE of its event in mails and in the recipient’s calendar file (RFC 5545): the same UID for life, and the schedule revision, one more once it is cancelled.',
      },
    ),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { title: 'HolderAppointment' },
)

/** @param title as `titleOf` gives it */
export function toHolderAppointment(appointment: Appointment, delivery: DeliveryRow, title: string, isLinked: boolean) {
  const { confirmation, cancellation, openRequest } = appointment
  const counts = confirmation !== null && isConfirmed(appointment) ? confirmation : null
  return {
    id: appointment.id,
    platformHolderId: appointment.platformHolderId,
    organizationId: appointment.organizationId,
    locationId: appointment.locationId,
    appointmentTypeId: appointment.appointmentTypeId,
    version: appointment.version,
    scheduleRevision: appointment.scheduleRevision,
    origin: appointment.origin,
    sourceSystem: appointment.sourceSystem,
    externalAppointmentId: appointment.externalAppointmentId,
    status: appointment.status,
    title,
    startsAt: formatInstant(appointment.startsAt),
    endsAt: formatInstant(appointment.endsAt),
    timezone: appointment.timezone,
    locationLabel: appointment.locationLabel,
    recipient: {
      displayName: appointment.recipientName,
      email: appointment.email,
      phoneNumberE164: appointment.phoneNumberE164,
      // Safe because the one operation that takes a locale takes it from the same list.
      locale: appointment.recipientLocale as Locale | null,
      linked: isLinked,
      contactLastConfirmedAt: formatInstant(appointment.contactLastConfirmedAt),
    },
    confirmation: {
      status: counts ? ('confirmed' as const) : ('unconfirmed' as const),
      confirmedAt: formatInstantOrNull(counts?.at ?? null),
      via: counts?.via ?? null,
      scheduleRevision: counts?.scheduleRevision ?? null,
    },
    openRequest: openRequest
      ? { requestId: openRequest.id, type: openRequest.type, createdAt: formatInstant(openRequest.createdAt) }
      : null,
    delivery: {
      status: delivery.deliveryStatus,
      nextDueAt: formatInstantOrNull(delivery.deliveryNextDueAt),
      lastEventAt: formatInstantOrNull(delivery.deliveryLastEventAt),
      reasonCode: delivery.deliveryReasonCode,
    },
    cancellation: cancellation
      ? {
          cancelledAt: formatInstant(cancellation.at),
          by: cancellation.by,
          reasonCode: cancellation.reasonCode,
          note: cancellation.note,
        }
      : null,
    calendar: calendarIdentity({ ...appointment, isCancelled: appointment.status === 'cancelled' }),
    createdAt: formatInstant(appointment.createdAt),
    updatedAt: formatInstant(appointment.updatedAt),
  }
}

export const appointmentExample = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08',
  platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
  organizationId: null,
  locationId: 'main',
  appointmentTypeId: null,
  version: 1,
  scheduleRevision: 1,
  origin: 'intake' as const,
  sourceSystem: 'practice-system',
  externalAppointmentId: 'A-1001',
  status: 'registered' as const,
  title: 'Huisartsenpraktijk De Linde',
  startsAt: '2026-12-03T13:30:00.000Z',
  endsAt: '2026-12-03T13:45:00.000Z',
  timezone: 'Europe/Amsterdam',
  locationLabel: null,
  recipient: {
    displayName: 'Sanne de Vries',
    email: 'sanne@example.com',
    phoneNumberE164: '+31612345678',
    locale: null,
    linked: false,
    contactLastConfirmedAt: '2026-11-20T09:00:00.000Z',
  },
  confirmation: { status: 'unconfirmed' as const, confirmedAt: null, via: null, scheduleRevision: null },
  openRequest: null,
  delivery: {
    status: 'planned' as const,
    nextDueAt: '2026-11-26T13:30:00.000Z',
    lastEventAt: '2026-11-20T09:00:00.000Z',
    reasonCode: null,
  },
  cancellation: null,
  calendar: { uid: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08@tijdig', sequence: 1 },
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
}
