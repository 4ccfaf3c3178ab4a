import { Type, type Static } from 'typebox'
import { AppointmentId, described, Identifier, nullable, strictObject } from '#/kernel/schema.ts'
import { event } from '#/slices/events/events.ts'
import { Channel, ReasonCode, ReminderKind, ReminderState } from '#/slices/reminders/words/words.ts'

const data = strictObject(
  {
    appointmentId: AppointmentId,
    sourceSystem: Type.String({
      maxLength: 64,
      description: 'Source system of the appointment.',
      examples: ['practice-system'],
    }),
    externalAppointmentId: nullable(
      Type.String({ maxLength: 200, description: 'Id of the appointment there, or null.', examples: ['A-1001'] }),
    ),
    locationId: nullable(described(Identifier, 'Where the appointment is, of the scheduling set-up, or null.', 'main')),
    kind: ReminderKind,
    offset: nullable(
      Type.String({
        maxLength: 40,
        examples: ['P1D'],
        description: 'ISO 8601 duration before the start; null if not a step of the plan.',
      }),
    ),
    channel: described(nullable(Channel), 'The channel it went by or was to go by, or null.'),
    state: ReminderState,
    reasonCode: described(nullable(ReasonCode), 'Why, where it was not sent or did not arrive, or null.'),
  },
  { title: 'ReminderEventData' },
)

type Told = Pick<Static<typeof data>, 'state'> & Partial<Pick<Static<typeof data>, 'reasonCode'>>

const ofReminder = (type: string, summary: string, own: Told) =>
  event({
    type: `reminder.${type}`,
    schemaVersion: 1,
    subject: 'reminder',
    hasNoVersion: true,
    summary,
    data,
    example: {
      appointmentId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08',
      sourceSystem: 'practice-system',
      externalAppointmentId: 'A-1001',
      locationId: 'main',
      kind: 'reminder',
      offset: 'P1D',
      channel: 'sms',
      reasonCode: null,
      ...own,
    },
  })

/** What a message has become, and the type of event that tells it. */
export const toldStates = {
  sent: 'reminder.sent',
  delivered: 'reminder.delivered',
  failed: 'reminder.failed',
  undelivered: 'reminder.failed',
  suppressed: 'reminder.suppressed',
  expired: 'reminder.expired',
  unknown: 'reminder.unknown',
} as const

export const reminderEvents = [
  ofReminder('sent', 'The provider took a message over; again where the second channel takes over.', { state: 'sent' }),
  ofReminder('delivered', 'The provider reports that a text message arrived.', { state: 'delivered' }),
  ofReminder('failed', 'A message could not be sent, or did not arrive (`undelivered`).', {
    state: 'failed',
    reasonCode: 'invalid_number',
  }),
  ofReminder('suppressed', 'A message is not sent: the person does not want it, or it may not be sent.', {
    state: 'suppressed',
    reasonCode: 'recipient_opted_out',
  }),
  ofReminder('expired', 'A message was not sent in time to be of use.', { state: 'expired', reasonCode: 'too_late' }),
  ofReminder('unknown', 'Nobody can say whether a message arrived.', {
    state: 'unknown',
    reasonCode: 'outcome_unknown',
  }),
]
