import { chooseChannel, type ClosedBecause } from './channels.ts'
import type { NoticeInput } from './plan-notices.ts'
import { type PlannedRow, planned } from './plan-reminders.ts'
import { waitForOpening } from './quiet-hours.ts'

type StaffAnswerInput = Pick<
  NoticeInput,
  'now' | 'timezone' | 'recipientTimezone' | 'quietHours' | 'recipientQuietHours' | 'contact'
> & {
  readonly answerId: string
  /** When the text message came that it answers. */
  readonly receivedAt: Temporal.Instant
}

/** How long after a text message it can be answered. */
export const answerableDays = 7

const awakeMinutes = 30

/** Whether a text message came so recently that quiet hours hold back no answer to it. */
export function isFreshReply(receivedAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(now, receivedAt.add({ minutes: awakeMinutes })) <= 0
}

/** Whether a row carries what staff answer to a text message. */
export function isStaffAnswer({ offsetKey }: Pick<PlannedRow, 'offsetKey'>): boolean {
  return offsetKey.startsWith('answer:')
}

/** Until when a text message can be answered. */
export function answerableUntil(receivedAt: Temporal.Instant): Temporal.Instant {
  return receivedAt.add({ hours: answerableDays * 24 })
}

/**
 * The text message by which staff answer one that came in: at once or when quiet hours are over, by no other channel. Why
 * there is none, where nothing would go.
 */
export function planStaffAnswer(
  input: StaffAnswerInput,
): PlannedRow | ClosedBecause | 'landline' | 'no_contact' | 'quiet_hours' | 'too_late' {
  const { now, contact, receivedAt, answerId } = input
  const latestAt = answerableUntil(receivedAt)
  if (Temporal.Instant.compare(now, latestAt) >= 0) return 'too_late'
  const choice = chooseChannel({ wanted: 'sms', fallback: 'none', contact, preferred: null })
  if (choice.reason !== null) return choice.reason
  const isFresh = isFreshReply(receivedAt, now)
  const moved = waitForOpening({
    dueAt: now,
    latest: latestAt,
    quietHours: isFresh ? null : input.quietHours,
    recipientQuietHours: isFresh ? null : input.recipientQuietHours,
    timezone: input.recipientTimezone ?? input.timezone,
  })
  if (moved === 'quiet_hours') return moved
  const key = { kind: 'answer', offsetKey: `answer:${answerId}`, offset: null } as const
  return planned(
    { ...input, offKinds: [] },
    { ...key, channel: 'sms', fallbackChannel: null, dueAt: moved.dueAt, latestAt },
    moved,
  )
}
