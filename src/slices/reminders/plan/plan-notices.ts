import { type Contact, chooseChannel } from './channels.ts'
import { earliest, latestForNotice } from '#/slices/reminders/timing/latest-instant.ts'
import { type PlannedRow, planned, skipped, unreachable } from './plan-reminders.ts'
import type { Channel, QuietHours, RecipientQuietHours, ReminderKind } from '#/slices/reminders/policy/policy.ts'
import { waitForOpening } from '#/slices/reminders/timing/quiet-hours.ts'

export type NoticeInput = {
  readonly now: Temporal.Instant
  /** The start the person was last told. */
  readonly oldStartsAt: Temporal.Instant
  /** The appointment's IANA zone. */
  readonly timezone: string
  /** IANA zone in which quiet hours hold; null falls back to the appointment's. */
  readonly recipientTimezone: string | null
  readonly quietHours: QuietHours | null
  readonly recipientQuietHours: RecipientQuietHours | null
  /** The channel of the last message handed over about this appointment. */
  readonly toldByChannel: Channel
  readonly contact: Contact
  /** Kinds that the recipient switched off. */
  readonly offKinds: readonly ReminderKind[]
}

const urgentWithinHours = 12

/** Quiet hours do not hold back the news that a start this near has moved or gone. */
export function isUrgentNotice(now: Temporal.Instant, firstStart: Temporal.Instant): boolean {
  return Temporal.Instant.compare(firstStart, now.add({ hours: urgentWithinHours })) < 0
}

/** The notice that the appointment now is at another time or place, owed when the person was told the old one. */
export function planChangeNotice(input: NoticeInput & { readonly newStartsAt: Temporal.Instant }): PlannedRow {
  return planNotice('change', input, earliest(input.oldStartsAt, input.newStartsAt))
}

/** The notice that the appointment does not take place, owed when the person was told that it would. */
export function planCancellationNotice(input: NoticeInput): PlannedRow {
  return planNotice('cancellation', input, input.oldStartsAt)
}

function planNotice(kind: 'change' | 'cancellation', input: NoticeInput, firstStart: Temporal.Instant): PlannedRow {
  const { now, quietHours, toldByChannel: told, contact } = input
  // When the channel that told them can no longer be used, the other one is.
  const other = told === 'sms' ? 'email' : 'sms'
  const choice = chooseChannel({ wanted: told, fallback: other, contact, preferred: null })
  const draft = (dueAt: Temporal.Instant) => ({
    kind,
    offsetKey: kind,
    offset: null,
    channel: choice.channel,
    fallbackChannel: choice.fallback,
    dueAt,
    latestAt: latestForNotice({ dueAt, firstStart }),
  })

  if (Temporal.Instant.compare(now, firstStart) >= 0) return skipped(draft(now), 'too_late')
  if (choice.reason !== null) return unreachable(draft(now), choice.reason)
  const isUrgent = isUrgentNotice(now, firstStart)
  const moved = waitForOpening({
    dueAt: now,
    latest: firstStart,
    quietHours: isUrgent ? null : quietHours,
    recipientQuietHours: isUrgent ? null : input.recipientQuietHours,
    timezone: input.recipientTimezone ?? input.timezone,
  })
  return moved === 'quiet_hours' ? skipped(draft(now), moved) : planned(input, draft(moved.dueAt), moved)
}
