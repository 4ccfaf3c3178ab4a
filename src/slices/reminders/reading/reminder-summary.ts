import { described, formatInstant, Identifier, Instant, nullable, strictObject } from '#/kernel/schema.ts'
import { Channel, ReasonCode, ReminderKind, ReminderState } from '#/slices/reminders/words/words.ts'
import type { ReminderSummaryRow } from '#/slices/reminders/rows/row-store.ts'

/** A planned reminder in an intake answer: a plan, no proof of delivery. */
export const ReminderSummary = strictObject(
  {
    reminderId: described(Identifier, 'Id of the planned message.'),
    kind: ReminderKind,
    channel: described(nullable(Channel), 'Its channel; null while not decided.'),
    dueAt: described(Instant, 'When it is due, after applying quiet hours.'),
    state: ReminderState,
    reasonCode: described(nullable(ReasonCode), 'Why it will not be sent or is waiting, or null.'),
  },
  { title: 'ReminderSummary' },
)

export function toReminderSummary(row: ReminderSummaryRow) {
  return {
    reminderId: row.id,
    kind: row.kind,
    channel: row.channel,
    dueAt: formatInstant(row.dueAt),
    state: row.state,
    reasonCode: row.reasonCode,
  }
}
