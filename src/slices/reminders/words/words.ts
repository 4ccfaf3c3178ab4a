import type { Static } from 'typebox'
import { oneOf } from '#/kernel/schema.ts'

/** Where a row stands (docs/reminders.md). */
export const reminderStates = [
  'planned',
  'claimed',
  'handed_over',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'unknown',
  'held',
  'skipped',
  'suppressed',
  'cancelled',
  'expired',
] as const
export type ReminderState = (typeof reminderStates)[number]
export const ReminderState = oneOf(reminderStates, {
  title: 'ReminderState',
  description:
    'State of a message. `held` awaits a person, `unknown` may have arrived; `skipped`, `suppressed`, `cancelled` and `expired` are not sent, for the reason in `reasonCode`.',
})

/** Why a row is where it is: a closed list, readable by staff beside the appointment. */
export const reasonCodes = [
  'due_in_past',
  'quiet_hours',
  'rescheduled',
  'appointment_cancelled',
  'recipient_opted_out',
  'channel_disabled',
  'no_contact',
  'landline',
  'invalid_number',
  'tenant_inactive',
  'confirmed',
  'too_late',
  'volume_review',
  'awaiting_new_time',
  'superseded',
  'provider_refused',
  'provider_unreachable',
  'carrier_rejected',
  'number_unreachable',
  'outcome_unknown',
  'test_mode',
] as const
export type ReasonCode = (typeof reasonCodes)[number]
export const ReasonCode = oneOf(reasonCodes, {
  title: 'ReminderReasonCode',
  description: 'Why a message was not sent, is waiting or did not arrive.',
})

/** What a row is for. `reminder` and `confirm_prompt` come from policy steps, the others from events. */
export const ReminderKind = oneOf(
  ['confirmation', 'reminder', 'confirm_prompt', 'change', 'cancellation', 'answer', 'delay', 'postponed'],
  {
    title: 'ReminderKind',
    description:
      'What a message is for: `confirmation` at registration, `reminder` and `confirm_prompt` by the plan, `change` and `cancellation` when earlier messages no longer hold, `answer` when staff decided on a request or answered a text message, `delay` and `postponed` when a batch says that it is late or gets another time.',
  },
)
export type ReminderKind = Static<typeof ReminderKind>

/** A channel a reminder can go by. */
export const Channel = oneOf(['sms', 'email'], { title: 'Channel', description: 'Channel of a message.' })
export type Channel = Static<typeof Channel>

/** How the text of an SMS is written. */
export const SmsEncoding = oneOf(['gsm7', 'ucs2'], {
  title: 'SmsEncoding',
  description: 'How a text message is encoded: one alone holds 160 characters of `gsm7` or 70 of `ucs2`.',
})
