import { leadBound } from './latest-instant.ts'
import { waitForOpening } from './quiet-hours.ts'
import type { Channel, ReminderKind } from '#/slices/reminders/words/words.ts'
import { chooseChannel, type ClosedBecause } from './channels.ts'
import type { NoticeInput } from './plan-notices.ts'
import { type PlannedRow, planned } from './plan-reminders.ts'

type AgainInput = Pick<
  NoticeInput,
  'now' | 'timezone' | 'recipientTimezone' | 'quietHours' | 'recipientQuietHours' | 'contact' | 'offKinds'
> & {
  readonly startsAt: Temporal.Instant
  readonly minLeadMinutes: number
  /** The channel that staff chose. */
  readonly channel: Channel
  readonly kind: Extract<ReminderKind, 'reminder' | 'confirm_prompt'>
  /** The how manieth of the appointment it is. */
  readonly times: number
}

/**
 * A message that staff send because another did not arrive: at once by the channel they chose and by no other, or when quiet
 * hours are over. Why there is none, where nothing would go.
 */
export function planAgain(
  input: AgainInput,
): PlannedRow | ClosedBecause | 'landline' | 'no_contact' | 'quiet_hours' | 'too_late' {
  const { now, startsAt, minLeadMinutes, channel, contact, kind, times } = input
  const latestAt = leadBound(startsAt, minLeadMinutes)
  if (Temporal.Instant.compare(now, latestAt) >= 0) return 'too_late'
  const choice = chooseChannel({ wanted: channel, fallback: 'none', contact, preferred: null })
  if (choice.reason !== null) return choice.reason
  if (input.offKinds.includes(kind)) return 'recipient_opted_out'
  const moved = waitForOpening({
    dueAt: now,
    latest: latestAt,
    quietHours: input.quietHours,
    recipientQuietHours: input.recipientQuietHours,
    timezone: input.recipientTimezone ?? input.timezone,
  })
  if (moved === 'quiet_hours') return moved
  const draft = { kind, offsetKey: `again ${times}`, offset: null, channel, fallbackChannel: null, latestAt }
  return planned(input, { ...draft, dueAt: moved.dueAt }, moved)
}
