import { type Contact, chooseChannel } from './channels.ts'
import { earliest, latestForNotice } from './latest-instant.ts'
import { type PlannedRow, planned, skipped, unreachable } from './plan-reminders.ts'
import type { Channel, ReminderKind } from '#/slices/reminders/words/words.ts'
import type { QuietHours, RecipientQuietHours } from '#/slices/reminders/words/policy.ts'
import { waitForOpening } from './quiet-hours.ts'

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
  /** The channel of the last message handed over about this appointment; null when there was none. */
  readonly toldByChannel: Channel | null
  /** The channel the person prefers, used when nothing was told. */
  readonly preferredChannel: Channel | null
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

/**
 * The keys of messages that answer a request (G21): an `answer` that the appointment stands, a `proposal` of another time,
 * and the change or cancellation that was asked for, told to somebody to whom it is owed although nothing else was told.
 */
export function answerKey(what: 'answer' | 'proposal', requestId: string): string {
  return `${what} ${requestId}`
}

/** Whether a row answers a request. */
export function isAnswer({ offsetKey }: Pick<PlannedRow, 'offsetKey'>): boolean {
  return isProposal({ offsetKey }) || offsetKey.startsWith('answer ')
}

/** Whether it does so by proposing another time. */
export function isProposal({ offsetKey }: Pick<PlannedRow, 'offsetKey'>): boolean {
  return offsetKey.startsWith('proposal ')
}

/** The answer to a request that leaves the appointment as it is, perhaps with another time to choose. */
export function planAnswerNotice(key: string, input: NoticeInput): PlannedRow {
  return { ...planNotice('answer', input, input.oldStartsAt), offsetKey: key }
}

/** What a batch tells of an appointment: that it is off, that its time does not hold, or that it is late. */
export type BatchKind = 'cancellation' | 'postponed' | 'delay'

/** The key of the one message that tells somebody what a batch did to their appointment. */
export function batchKey(batchId: string): string {
  return `batch:${batchId}`
}

/** Whether a row tells what a batch did. */
export function isOfBatch({ offsetKey }: Pick<PlannedRow, 'offsetKey'>): boolean {
  return offsetKey.startsWith('batch:')
}

/** The batch of such a row. */
export function batchOf({ offsetKey }: Pick<PlannedRow, 'offsetKey'>): string {
  return offsetKey.slice('batch:'.length)
}

/** What a batch did, told to whoever has the appointment, whatever they were told before: they may know of it from elsewhere. */
export function planBatchNotice(batchId: string, kind: BatchKind, input: NoticeInput): PlannedRow {
  return { ...planNotice(kind, input, input.oldStartsAt), offsetKey: batchKey(batchId) }
}

function planNotice(
  kind: 'change' | 'cancellation' | 'answer' | BatchKind,
  input: NoticeInput,
  firstStart: Temporal.Instant,
): PlannedRow {
  const { now, quietHours, contact } = input
  const told = input.toldByChannel ?? input.preferredChannel
  // When the channel that told them can no longer be used, the other one is.
  const other = told === 'email' ? 'sms' : 'email'
  const choice = chooseChannel({ wanted: told ?? 'preferred', fallback: other, contact, preferred: null })
  const draft = (dueAt: Temporal.Instant) => ({
    kind,
    offsetKey: kind,
    offset: null,
    channel: choice.channel,
    fallbackChannel: choice.fallback,
    dueAt,
    latestAt: latestForNotice({ kind, dueAt, firstStart }),
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
