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
  PlatformHolderId,
  ScheduleRevision,
  strictObject,
  UpdatedAt,
  Version,
} from '#/kernel/schema.ts'
import { factsIn, ownFacts, PlaceWords, recipientFacts } from '#/slices/appointment-facts/appointment-facts.ts'
import { DeliveryStatus, ReasonCode, type DeliveryRow } from '#/slices/reminders/reminders.ts'
import { calendarIdentity } from '#/messages/message-appointment.ts'
import {
  AppointmentStatus,
  isConfirmed,
  type Appointment,
  type KnownAppointment,
} from '#/slices/appointments/appointment.ts'

export const ConfirmationStatus = oneOf(['unconfirmed', 'confirmed'], {
  title: 'ConfirmationStatus',
  description: 'Whether the recipient confirmed the current schedule.',
})

/** Whether the recipient confirmed the current schedule. */
export const Confirmation = strictObject(
  {
    status: ConfirmationStatus,
    confirmedAt: nullable(described(Instant, 'When they confirmed, or null.')),
    via: nullable(
      oneOf(['app', 'sms_reply', 'message_link', 'staff'], {
        description: 'How they confirmed, or null.',
      }),
    ),
    scheduleRevision: nullable(described(ScheduleRevision, 'The schedule they confirmed, or null.')),
  },
  {
    title: 'AppointmentConfirmation',
    description: 'Whether the recipient confirmed. The appointment stands without it.',
  },
)

export const RequestType = oneOf(['cancel', 'reschedule'], {
  title: 'RequestType',
  description: 'What the recipient asks for.',
})

/** A confirmation that was given for another schedule counts for nothing. */
export function toConfirmation(
  appointment: Pick<Appointment, 'confirmedAt' | 'confirmedVia' | 'confirmedRevision' | 'scheduleRevision'>,
): Static<typeof Confirmation> {
  if (!isConfirmed(appointment)) return { status: 'unconfirmed', confirmedAt: null, via: null, scheduleRevision: null }
  return {
    status: 'confirmed',
    confirmedAt: formatInstantOrNull(appointment.confirmedAt),
    via: appointment.confirmedVia,
    scheduleRevision: appointment.confirmedRevision,
  }
}

/** A request of the recipient that waits for review. */
export const OpenRequest = strictObject(
  { requestId: described(Identifier, 'The request.'), type: RequestType, createdAt: CreatedAt },
  { title: 'OpenRequest', description: "The recipient's request that awaits review, or null." },
)

export function toOpenRequest({
  openRequestId: requestId,
  openRequestType: type,
  openRequestAt: createdAt,
}: Pick<Appointment, 'openRequestId' | 'openRequestType' | 'openRequestAt'>): Static<typeof OpenRequest> | null {
  return requestId && type && createdAt ? { requestId, type, createdAt: formatInstant(createdAt) } : null
}

export const CancellationReason = oneOf(['recipient', 'provider', 'duplicate', 'other'], {
  title: 'CancellationReason',
  description: 'Who caused the cancellation: `provider` is the organization.',
})

const own = factsIn(ownFacts, 'view')
const ofRecipient = factsIn(recipientFacts, 'view')
const { organizationId, locationId, appointmentTypeId, ...otherFacts } = own.fields

/** An appointment as its platform holder sees it. */
export const HolderAppointment = strictObject(
  {
    id: described(Identifier, 'Permanent id of the appointment.'),
    platformHolderId: PlatformHolderId,
    organizationId,
    locationId,
    appointmentTypeId,
    version: Version,
    scheduleRevision: ScheduleRevision,
    origin: oneOf(['intake', 'local'], { description: 'Whether it came from a source system or was created here.' }),
    sourceSystem: Type.String({
      maxLength: 64,
      description: 'The system it comes from; `local` when it was created here.',
      examples: ['practice-system'],
    }),
    externalAppointmentId: nullable(
      Type.String({
        maxLength: 200,
        description: 'Its id in that system; null when it was created here.',
        examples: ['A-1001'],
      }),
    ),
    status: AppointmentStatus,
    ...otherFacts,
    place: PlaceWords,
    recipient: strictObject(
      {
        ...ofRecipient.fields,
        personId: described(Identifier, 'Id of the person at your organization; it is no contact.'),
        linked: Type.Boolean({ description: 'Whether an operator linked this recipient to a person who can sign in.' }),
        contactLastConfirmedAt: described(
          Instant,
          'When the contact was received or changed, or the recipient last confirmed.',
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
        lastEventAt: nullable(described(Instant, 'When a message last changed, or null.')),
        reasonCode: described(nullable(ReasonCode), 'Why the last message was not sent or did not arrive, or null.'),
      },
      { title: 'Delivery', description: 'Delivery of the messages about the appointment.' },
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
              description: "Note by staff, also in the recipient's data export.",
              examples: ['Arts is ziek.'],
            }),
          ),
        },
        { title: 'Cancellation', description: 'When and why it was cancelled, or null.' },
      ),
    ),
    calendar: strictObject(
      {
        uid: Type.String({
          maxLength: 255,
          description: 'Never changes.',
          examples: ['0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08@tijdig'],
        }),
        sequence: Type.Integer({
          minimum: 0,
          description: 'The schedule revision, plus one once it is cancelled.',
          examples: [1],
        }),
      },
      {
        description: 'UID and SEQUENCE of its event in e-mails and in the recipient’s calendar file (RFC 5545).',
      },
    ),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { title: 'HolderAppointment' },
)

/** What is read beside an appointment for its view. */
export type ShownBeside = DeliveryRow & {
  /** As `placeSql` gives it. */
  readonly place: string | null
  readonly isLinked: boolean
}

/** @param title as `titleOf` gives it */
export function toHolderAppointment(appointment: KnownAppointment & ShownBeside, title: string) {
  const { cancelledAt, cancelledBy, cancellationReason, cancellationNote } = appointment
  return {
    ...own.valuesOf(appointment),
    title,
    place: appointment.place,
    id: appointment.id,
    platformHolderId: appointment.platformHolderId,
    version: appointment.version,
    scheduleRevision: appointment.scheduleRevision,
    origin: appointment.origin,
    sourceSystem: appointment.sourceSystem,
    externalAppointmentId: appointment.externalAppointmentId,
    status: appointment.status,
    recipient: {
      ...ofRecipient.valuesOf({ ...appointment, recipientLocale: appointment.rememberedLocale }),
      personId: appointment.holderRecipientId,
      linked: appointment.isLinked,
      contactLastConfirmedAt: formatInstant(appointment.contactLastConfirmedAt),
    },
    confirmation: toConfirmation(appointment),
    openRequest: toOpenRequest(appointment),
    delivery: {
      status: appointment.deliveryStatus,
      nextDueAt: formatInstantOrNull(appointment.deliveryNextDueAt),
      lastEventAt: formatInstantOrNull(appointment.deliveryLastEventAt),
      reasonCode: appointment.deliveryReasonCode,
    },
    cancellation:
      cancelledAt && cancelledBy && cancellationReason
        ? {
            cancelledAt: formatInstant(cancelledAt),
            by: cancelledBy,
            reasonCode: cancellationReason,
            note: cancellationNote,
          }
        : null,
    calendar: calendarIdentity({
      id: appointment.id,
      scheduleRevision: appointment.scheduleRevision,
      isCancelled: appointment.status === 'cancelled',
    }),
    createdAt: formatInstant(appointment.createdAt),
    updatedAt: formatInstant(appointment.updatedAt),
  }
}

export const appointmentExample = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08',
  platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
  ...own.example,
  organizationId: null,
  appointmentTypeId: null,
  version: 1,
  scheduleRevision: 1,
  origin: 'intake' as const,
  sourceSystem: 'practice-system',
  externalAppointmentId: 'A-1001',
  status: 'registered' as const,
  title: 'Huisartsenpraktijk De Linde',
  endsAt: '2026-12-03T13:45:00.000Z',
  locationLabel: null,
  place: 'Lindelaan',
  recipient: {
    ...ofRecipient.example,
    locale: null,
    personId: '5b8f3c2a-5a7e-5c31-9d4e-3f2b8a6c1d70',
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
