import { Type } from 'typebox'
import type { HolderTx } from '#/kernel/postgres/db.ts'
import { described, Identifier, nullable, oneOf, ScheduleRevision, strictObject } from '#/kernel/schema.ts'
import { event } from '#/slices/events/events.ts'
import { SourceSystem } from './appointment-input.ts'
import { AppointmentStatus, changedFields, type Appointment } from './appointment.ts'

const ids = {
  sourceSystem: described(SourceSystem, 'Where it comes from; `local` when staff made it.'),
  externalAppointmentId: nullable(
    Type.String({ maxLength: 200, description: 'Its id in that system; null when local.', examples: ['A-1001'] }),
  ),
  status: described(AppointmentStatus, 'Its status after the change.'),
  scheduleRevision: ScheduleRevision,
  locationId: nullable(described(Identifier, 'Where it is, of your scheduling set-up, or null.', 'main')),
}
const changed = Type.Array(Type.String({ maxLength: 80, pattern: '^[A-Za-z.]+$' }), {
  maxItems: 40,
  description: 'Names of the fields that changed.',
  examples: [['startsAt']],
})
const example = {
  sourceSystem: 'practice-system',
  externalAppointmentId: 'A-1001',
  status: 'registered' as const,
  scheduleRevision: 1,
  locationId: 'main',
}

const registered = event('appointment.registered', {
  schemaVersion: 1,
  subject: 'appointment',
  description: 'An appointment is new, and its messages are planned.',
  data: strictObject(ids, { title: 'AppointmentRegisteredData' }),
  example,
})

const updated = event('appointment.updated', {
  schemaVersion: 1,
  subject: 'appointment',
  description: 'Something of it changed; messages were planned anew where that matters.',
  data: strictObject({ ...ids, changed }, { title: 'AppointmentUpdatedData' }),
  example: { ...example, scheduleRevision: 2, changed: ['startsAt'] },
})

const cancelled = event('appointment.cancelled', {
  schemaVersion: 1,
  subject: 'appointment',
  description: 'It is cancelled, and its messages that had not left are withdrawn.',
  data: strictObject(
    {
      ...ids,
      by: oneOf(['holder', 'source', 'approved_request'], { description: 'Who cancelled it.' }),
      reasonCode: oneOf(['recipient', 'provider', 'duplicate', 'other'], { description: 'Why.' }),
    },
    { title: 'AppointmentCancelledData' },
  ),
  example: { ...example, status: 'cancelled', by: 'source', reasonCode: 'other' },
})

const reopened = event('appointment.reopened', {
  schemaVersion: 1,
  subject: 'appointment',
  description: 'A cancelled appointment is registered again.',
  data: strictObject({ ...ids, changed }, { title: 'AppointmentReopenedData' }),
  example: { ...example, scheduleRevision: 2, changed: [] },
})

const confirmed = event('appointment.confirmed', {
  schemaVersion: 1,
  subject: 'appointment',
  description: 'The recipient said that they come, for the schedule revision named here.',
  data: strictObject(
    { ...ids, via: oneOf(['app', 'sms_reply', 'message_link', 'staff'], { description: 'How they said it.' }) },
    { title: 'AppointmentConfirmedData' },
  ),
  example: { ...example, via: 'message_link' },
})

const outcomeRecorded = event('appointment.outcome_recorded', {
  schemaVersion: 1,
  subject: 'appointment',
  description: 'Staff recorded whether the recipient came, or took that back.',
  data: strictObject(
    {
      ...ids,
      outcome: oneOf(['completed', 'no_show', 'registered'], { description: '`registered`: it was taken back.' }),
    },
    { title: 'AppointmentOutcomeRecordedData' },
  ),
  example: { ...example, status: 'completed', outcome: 'completed' },
})

export const appointmentEvents = [registered, updated, cancelled, reopened, confirmed, outcomeRecorded]

export function tellRegistered(tx: HolderTx, appointment: Appointment): void {
  registered.emit(tx, { ...about(appointment), data: idsOf(appointment) })
}

/** @param names of changed fields beside the facts */
export function tellUpdated(
  tx: HolderTx,
  before: Appointment,
  appointment: Appointment,
  names: readonly string[] = [],
): void {
  const data = { ...idsOf(appointment), changed: [...changedFields(before, appointment), ...names] }
  updated.emit(tx, { ...about(appointment), data })
}

export function tellCancelled(
  tx: HolderTx,
  appointment: Appointment,
  {
    by,
    reasonCode,
  }: { by: NonNullable<Appointment['cancelledBy']>; reasonCode: NonNullable<Appointment['cancellationReason']> },
): void {
  cancelled.emit(tx, { ...about(appointment), data: { ...idsOf(appointment), by, reasonCode } })
}

export function tellReopened(tx: HolderTx, before: Appointment, appointment: Appointment): void {
  const data = { ...idsOf(appointment), changed: changedFields(before, appointment) }
  reopened.emit(tx, { ...about(appointment), data })
}

export function tellConfirmed(
  tx: HolderTx,
  appointment: Appointment,
  via: NonNullable<Appointment['confirmedVia']>,
): void {
  confirmed.emit(tx, { ...about(appointment), data: { ...idsOf(appointment), via } })
}

export function tellOutcome(
  tx: HolderTx,
  appointment: Appointment,
  outcome: 'completed' | 'no_show' | 'registered',
): void {
  outcomeRecorded.emit(tx, { ...about(appointment), data: { ...idsOf(appointment), outcome } })
}

function about({ id, version }: Appointment) {
  return { subjectId: id, subjectVersion: version }
}

function idsOf({ sourceSystem, externalAppointmentId, status, scheduleRevision, locationId }: Appointment) {
  return { sourceSystem, externalAppointmentId, status, scheduleRevision, locationId }
}
