import { Type } from 'typebox'
import {
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  nullable,
  oneOf,
  strictObject,
} from '#/kernel/schema.ts'
import { deliveryStatuses, reasonCodes, type DeliveryRow } from '#/slices/reminders/reminders.ts'
import { locales, type Locale } from '#/messages/locales.ts'
import { calendarIdentity } from '#/messages/message-appointment.ts'
import { appointmentStatuses, isConfirmed, type Appointment } from './appointment.ts'
import { titleMaxLength } from './title.ts'

/** An appointment as its platform holder sees it. */
export const HolderAppointment = strictObject(
  {
    id: Identifier,
    platformHolderId: Identifier,
    organizationId: nullable(Identifier),
    locationId: nullable(Identifier),
    appointmentTypeId: nullable(Identifier),
    version: Type.Integer({ minimum: 1 }),
    scheduleRevision: Type.Integer({
      minimum: 1,
      description: 'Rises when start, end, zone or contact change. Another name of the same zone is no change.',
    }),
    origin: oneOf(['intake', 'local']),
    sourceSystem: Type.String({ maxLength: 64 }),
    externalAppointmentId: nullable(Type.String({ maxLength: 200 })),
    status: oneOf(appointmentStatuses),
    title: Type.String({
      maxLength: titleMaxLength,
      description: 'For the portal and the signed-in app; never in a message unless its type is marked smsSafe.',
    }),
    startsAt: Instant,
    endsAt: Instant,
    timezone: Type.String({ maxLength: 80 }),
    locationLabel: nullable(Type.String({ maxLength: 200 })),
    recipient: strictObject({
      displayName: Type.String({ maxLength: 200 }),
      email: nullable(Type.String({ maxLength: 254 })),
      phoneNumberE164: nullable(Type.String({ maxLength: 16 })),
      locale: nullable(oneOf(locales)),
      linked: Type.Boolean({ description: 'Whether an operator linked this recipient to a person who can sign in.' }),
      contactLastConfirmedAt: Instant,
    }),
    confirmation: strictObject({
      status: oneOf(['unconfirmed', 'confirmed']),
      confirmedAt: nullable(Instant),
      via: nullable(oneOf(['app', 'sms_reply', 'staff'])),
      scheduleRevision: nullable(Type.Integer({ minimum: 1 })),
    }),
    openRequest: nullable(
      strictObject({ requestId: Identifier, type: oneOf(['cancel', 'reschedule']), createdAt: Instant }),
    ),
    delivery: strictObject({
      status: oneOf(deliveryStatuses, {
        description:
          'How the last message about the appointment fares. `delivered`: its receipt says so, or it is an e-mail that has not come back in 72 hours. `unknown`: nobody can say, such as a text message without a receipt in 72 hours.',
      }),
      nextDueAt: nullable(Instant),
      lastEventAt: nullable(Instant),
      reasonCode: nullable(oneOf(reasonCodes)),
    }),
    cancellation: nullable(
      strictObject({
        cancelledAt: Instant,
        by: oneOf(['holder', 'source', 'approved_request']),
        reasonCode: oneOf(['recipient', 'provider', 'duplicate', 'other']),
        note: nullable(Type.String({ maxLength: 500 })),
      }),
    ),
    calendar: strictObject(
      { uid: Type.String({ maxLength: 255 }), sequence: Type.Integer({ minimum: 0 }) },
      {
        description:
          'UID and SEQUENCE of its event in mails and in the recipient’s calendar file (RFC 5545): the same UID for life, and the schedule revision, one more once it is cancelled.',
      },
    ),
    createdAt: Instant,
    updatedAt: Instant,
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
      status: delivery.delivery_status,
      nextDueAt: formatInstantOrNull(delivery.delivery_next_due_at),
      lastEventAt: formatInstantOrNull(delivery.delivery_last_event_at),
      reasonCode: delivery.delivery_reason_code,
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
