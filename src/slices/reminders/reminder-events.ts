import { AppointmentId, described, Identifier, nullable, oneOf, strictObject } from '#/kernel/schema.ts'
import { Type } from 'typebox'
import { event } from '#/slices/events/events.ts'
import { reasonCodes, type ReasonCode, type ReminderState } from '#/slices/reminders/words/words.ts'

const happenings: readonly { state: ReminderState; description: string; reasonCode: ReasonCode | null }[] = [
  {
    state: 'sent',
    description: 'The provider took it; whether a text message arrived is told next.',
    reasonCode: null,
  },
  { state: 'delivered', description: 'It arrived.', reasonCode: null },
  {
    state: 'failed',
    description: 'It did not arrive, for the reason in `reasonCode`; nothing else is tried.',
    reasonCode: 'number_unreachable',
  },
  {
    state: 'suppressed',
    description: 'It is not sent, because the recipient or your organization may not be written to or write.',
    reasonCode: 'recipient_opted_out',
  },
  { state: 'expired', description: 'It did not leave in time to be of use.', reasonCode: 'too_late' },
  { state: 'unknown', description: 'Whether it left is not known; it is looked up.', reasonCode: 'outcome_unknown' },
]

/** Written by the database with each change of a row, wherever that comes from (`tell_of_reminders`). */
export const reminderEvents = happenings.map(({ state, description, reasonCode }) =>
  event(`reminder.${state}`, {
    schemaVersion: 1,
    subject: 'reminder',
    description,
    data: strictObject(
      {
        appointmentId: AppointmentId,
        locationId: nullable(described(Identifier, 'Where the appointment is, or null.', 'main')),
        kind: oneOf(['confirmation', 'reminder', 'confirm_prompt', 'change', 'cancellation', 'answer'], {
          description: 'The kind of message.',
        }),
        offset: Type.String({
          maxLength: 80,
          description: 'How long before the appointment, or what else it is sent for.',
          examples: ['P1D'],
        }),
        channel: nullable(oneOf(['sms', 'email'], { description: 'By which it goes, or null.' })),
        state: oneOf(state === 'failed' ? ['failed', 'undelivered'] : [state], { description: 'Its state now.' }),
        reasonCode: nullable(oneOf(reasonCodes, { description: 'Why, where the state needs a reason.' })),
      },
      { title: `Reminder${state[0]?.toUpperCase()}${state.slice(1)}Data` },
    ),
    example: {
      appointmentId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05',
      locationId: 'main',
      kind: 'reminder',
      offset: 'P1D',
      channel: 'sms',
      state,
      reasonCode,
    },
  }),
)
