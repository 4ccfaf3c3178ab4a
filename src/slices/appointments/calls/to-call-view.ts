import { Type, type Static } from 'typebox'
import {
  AppointmentId,
  described,
  formatInstant,
  Instant,
  nullable,
  oneOf,
  PhoneE164,
  strictObject,
  TimeZone,
  Version,
} from '#/kernel/schema.ts'
import { ReasonCode } from '#/slices/reminders/reminders.ts'
import { AppointmentStatus } from '#/slices/appointments/appointment.ts'
import { appointmentExample } from '#/slices/appointments/reading/appointment-view.ts'
import { AppointmentCall, appointmentCallExample, toAppointmentCall } from './call-view.ts'
import type { ToCallRow } from './call-list-store.ts'

/** Why somebody is called, in the order of the list. */
export const callReasons = [
  'must_call',
  'told_otherwise',
  'not_delivered',
  'unknown',
  'no_contact',
  'opted_out',
  'unanswered',
] as const
export type CallReason = (typeof callReasons)[number]
const CallReason = oneOf(callReasons, {
  title: 'CallReason',
  description:
    'Why. `must_call`: nobody could be told of a change of many appointments at once. `told_otherwise`: the last message said another time or place, or that it does not take place. `not_delivered`: no message arrived. `unknown`: for a day nobody has known whether one did. `no_contact`: there is no address or mobile number. `opted_out`: they want no messages. `unanswered`: they were asked to confirm a day ago or longer.',
})

export const othersMax = 5

const Other = strictObject(
  {
    appointmentId: AppointmentId,
    displayName: Type.String({ maxLength: 200, description: 'Their name.', examples: ['Daan de Vries'] }),
    startsAt: described(Instant, 'When their appointment starts.'),
    timezone: described(TimeZone, 'Time zone of the appointment.'),
  },
  { title: 'OtherOnNumber' },
)

export const ToCall = strictObject(
  {
    appointmentId: AppointmentId,
    version: described(Version, 'Version of the appointment: `expectedVersion` of recordHolderCall.'),
    status: described(
      AppointmentStatus,
      'Status of the appointment; `cancelled` of somebody who could not be told that it was.',
    ),
    displayName: Type.String({ maxLength: 200, description: 'Name of the person.', examples: ['Sanne de Vries'] }),
    phoneNumberE164: nullable(described(PhoneE164, 'The number to call, or null.')),
    title: Type.String({ maxLength: 200, description: 'What it is.', examples: ['Controle'] }),
    startsAt: described(Instant, 'When the appointment starts.'),
    timezone: described(TimeZone, 'Time zone of the appointment.'),
    reason: CallReason,
    reasonCode: described(nullable(ReasonCode), 'Why no message arrived, or null.'),
    othersOnNumber: Type.Array(Other, {
      maxItems: othersMax,
      description: 'Other people with an appointment ahead and the same number, nearest start first.',
    }),
    lastCall: nullable(AppointmentCall),
  },
  { title: 'ToCall' },
)

export function toToCall(row: ToCallRow): Static<typeof ToCall> {
  return {
    appointmentId: row.id,
    version: row.version,
    status: row.status,
    displayName: row.recipientName,
    phoneNumberE164: row.recipientPhone,
    title: row.title,
    startsAt: formatInstant(row.startsAt),
    timezone: row.timezone,
    reason: row.reason,
    reasonCode: row.reasonCode,
    othersOnNumber: row.others.map(({ id, recipientName, startsAt, timezone }) => ({
      appointmentId: id,
      displayName: recipientName,
      startsAt: formatInstant(startsAt),
      timezone,
    })),
    lastCall: row.lastCall && toAppointmentCall(row.lastCall),
  }
}

export const toCallExample: Static<typeof ToCall> = {
  appointmentId: appointmentExample.id,
  version: 1,
  status: 'registered',
  displayName: 'Sanne de Vries',
  phoneNumberE164: '+31612345678',
  title: 'Controle',
  startsAt: '2026-12-03T12:30:00.000Z',
  timezone: 'Europe/Amsterdam',
  reason: 'not_delivered',
  reasonCode: 'number_unreachable',
  othersOnNumber: [],
  lastCall: appointmentCallExample,
}
