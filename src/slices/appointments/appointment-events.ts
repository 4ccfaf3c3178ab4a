import { Type } from 'typebox'
import type { Tx } from '#/kernel/postgres/db.ts'
import { described, Identifier, nullable, oneOf, ScheduleRevision, strictObject } from '#/kernel/schema.ts'
import { ChangedBy, event } from '#/slices/events/events.ts'
import type { Planning } from '#/slices/reminders/reminders.ts'
import { AppointmentStatus, type Appointment } from './appointment.ts'
import { ExternalId, SourceSystem } from './appointment-input.ts'
import { appointmentExample, CancellationReason } from '#/slices/appointments/reading/appointment-view.ts'

/** What every event of an appointment says. */
const state = {
  sourceSystem: SourceSystem,
  externalAppointmentId: nullable(described(ExternalId, 'Id in the source system, or null.')),
  status: AppointmentStatus,
  scheduleRevision: ScheduleRevision,
  locationId: nullable(described(Identifier, 'A location of the scheduling set-up, or null.', 'main')),
  by: ChangedBy,
}
const changed = Type.Array(Type.String({ maxLength: 60, pattern: '^[A-Za-z0-9.]+$' }), {
  maxItems: 30,
  description:
    'Names of the fields that changed, `recipient.displayName` for one of a part. `confirmation`: staff took one back. Empty where only its reminders go on.',
  examples: [['startsAt', 'endsAt']],
})
const { sourceSystem, externalAppointmentId, locationId } = appointmentExample
const example = {
  sourceSystem,
  externalAppointmentId,
  status: 'registered' as const,
  scheduleRevision: 1,
  locationId,
  by: 'api' as const,
}
const ofAppointment = { schemaVersion: 1, subject: 'appointment' } as const

export const appointmentRegistered = event({
  ...ofAppointment,
  type: 'appointment.registered',
  summary: 'An appointment was handed in, made in the portal or found in a calendar.',
  data: strictObject(state),
  example,
})

export const appointmentUpdated = event({
  ...ofAppointment,
  type: 'appointment.updated',
  summary: 'Something of an appointment changed.',
  data: strictObject({ ...state, changed }),
  example: { ...example, scheduleRevision: 2, changed: ['startsAt', 'endsAt'] },
})

export const appointmentCancelled = event({
  ...ofAppointment,
  type: 'appointment.cancelled',
  summary: 'An appointment was cancelled, and its messages that had not been sent with it.',
  data: strictObject({
    ...state,
    via: oneOf(['holder', 'source', 'approved_request'], {
      description: 'Here, in the source system, or by approving the request of the recipient.',
    }),
    reasonCode: CancellationReason,
  }),
  example: { ...example, status: 'cancelled', by: 'staff', via: 'approved_request', reasonCode: 'recipient' },
})

export const appointmentReopened = event({
  ...ofAppointment,
  type: 'appointment.reopened',
  summary: 'A cancelled appointment was registered again by its source.',
  data: strictObject({ ...state, changed }),
  example: { ...example, scheduleRevision: 2, changed: [] },
})

export const appointmentConfirmed = event({
  ...ofAppointment,
  type: 'appointment.confirmed',
  summary: 'The recipient confirmed the current schedule.',
  data: strictObject({
    ...state,
    via: oneOf(['app', 'sms_reply', 'message_link', 'staff'], {
      description: 'How they confirmed; `staff`: on the telephone or at the desk.',
    }),
  }),
  example: { ...example, by: 'recipient', via: 'sms_reply' },
})

export const appointmentOutcomeRecorded = event({
  ...ofAppointment,
  type: 'appointment.outcome_recorded',
  summary: 'Staff recorded whether the recipient came, corrected that or took it back.',
  data: strictObject({
    ...state,
    outcome: oneOf(['completed', 'no_show', 'registered'], {
      description: 'What was recorded; `registered`: it was taken back.',
    }),
  }),
  example: { ...example, status: 'completed', by: 'staff', outcome: 'completed' },
})

export const appointmentEvents = [
  appointmentRegistered,
  appointmentUpdated,
  appointmentCancelled,
  appointmentReopened,
  appointmentConfirmed,
  appointmentOutcomeRecorded,
]

type Told<Data> = { emit(tx: Tx, happened: readonly Happened<Data>[]): void }
type Happened<Data> = {
  readonly platformHolderId: string
  readonly subjectId: string
  readonly subjectVersion: number
  readonly data: Data
}
type StateData = Pick<
  Appointment,
  'sourceSystem' | 'externalAppointmentId' | 'status' | 'scheduleRevision' | 'locationId'
> & { readonly by: ChangedBy }

/**
 * Tells what became of an appointment, with the commit.
 *
 * @param appointment as it now is
 * @param more what this type says besides the state
 * @param planning what the change was planned by; without it the database is told, which knows whether anybody listens
 */
export function tell<More extends { readonly by: ChangedBy }>(
  tx: Tx,
  type: Told<StateData & More>,
  appointment: Appointment,
  more: More,
  planning: Pick<Planning, 'hasListeners'> = { hasListeners: true },
): void {
  if (!planning.hasListeners) return
  const { platformHolderId, id, version } = appointment
  const { sourceSystem, externalAppointmentId, status, scheduleRevision, locationId } = appointment
  const data = { sourceSystem, externalAppointmentId, status, scheduleRevision, locationId, ...more }
  type.emit(tx, [{ platformHolderId, subjectId: id, subjectVersion: version, data }])
}
