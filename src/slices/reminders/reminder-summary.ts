import { formatInstant, Identifier, Instant, nullable, oneOf, strictObject } from '#/kernel/schema.ts'
import type { Channel, ReminderKind } from './policy.ts'

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

export const reminderKinds = ['confirmation', 'reminder', 'confirm_prompt', 'change', 'cancellation'] as const

/** A planned reminder in an intake answer: a plan, no proof of delivery. */
export const ReminderSummary = strictObject(
  {
    reminderId: Identifier,
    kind: oneOf(reminderKinds),
    channel: nullable(oneOf(['sms', 'email'])),
    dueAt: Instant,
    state: oneOf(reminderStates),
    reasonCode: nullable(oneOf(reasonCodes)),
  },
  { title: 'ReminderSummary' },
)

export type ReminderSummaryRow = {
  readonly id: string
  readonly kind: ReminderKind
  readonly channel: Channel | null
  readonly due_at: Temporal.Instant
  readonly state: ReminderState
  readonly reason_code: ReasonCode | null
}

export function toReminderSummary(row: ReminderSummaryRow) {
  return {
    reminderId: row.id,
    kind: row.kind,
    channel: row.channel,
    dueAt: formatInstant(row.due_at),
    state: row.state,
    reasonCode: row.reason_code,
  }
}
