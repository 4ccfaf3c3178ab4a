import { elapsedMs, type Moment } from '#/kernel/time/elapsed.ts'
import type { HandOver, RefusalReason } from '#/ports/delivery.ts'
import type { SendRow } from '#/slices/reminders/send/prepare/look-again-store.ts'
import type { Claim } from '#/slices/reminders/send/claim/sending.ts'
import type { Message } from '#/slices/reminders/send/prepare/message.ts'
import type { Channel, ReasonCode, ReminderState } from '#/slices/reminders/words/words.ts'

/** What an outcome writes to a row and its attempt; absent fields are null. */
export type Outcome = Claim & {
  readonly attemptNo: number
  readonly attemptState: 'handed_over' | 'sent' | 'failed' | 'unknown'
  readonly providerMessageId?: string | null
  readonly providerCode?: string | null
  readonly attemptReason?: ReasonCode
  readonly state: ReminderState
  readonly reasonCode?: ReasonCode | null
  /** Ignored for a text message that was sent, whose row keeps its own. */
  readonly runAt?: Temporal.Instant | null
  readonly channel: Channel
  readonly fallbackChannel: Channel | null
  /** The provider says this number opted out: remembered, so that nobody tries again. */
  readonly optedOutKey?: string | null
}

/**
 * How many tries one channel gets (G14): five while a fallback is left, else as many as fit while the message is of
 * use; two when nobody knows what the refusal means.
 */
export function triesMax(fallback: Channel | null, isUnexplained = false): number {
  if (isUnexplained) return 2
  return fallback === null ? Number.POSITIVE_INFINITY : 5
}

/** Until the first look-up of an unknown hand-over. */
const reconcileSeconds = 120

/**
 * Turns what the provider answered into what is written to each row of a message.
 *
 * @param readAt when its holder's clock was read
 */
export function outcomesOf(message: Message, answer: HandOver, readAt: Moment): Outcome[] {
  const jitter = 0.8 + Math.random() * 0.4
  return message.rows.map((row) => outcomeOf(row, message, answer, readAt, jitter))
}

function outcomeOf(
  row: SendRow,
  { channel, holder }: Message,
  answer: HandOver,
  readAt: Moment,
  jitter: number,
): Outcome {
  const fallback = row.fallbackChannel
  const base = {
    platformHolderId: row.platformHolderId,
    id: row.id,
    claimNo: row.claimNo,
    attemptNo: row.attempts + 1,
    channel,
    fallbackChannel: fallback,
  }
  if (answer.outcome === 'accepted') {
    const { providerMessageId, providerCode } = answer
    return { ...base, attemptState: 'sent', state: 'sent', providerMessageId, providerCode }
  }
  const now = holder.clock.add({ milliseconds: Math.round(elapsedMs(readAt)) })
  if (answer.outcome === 'unknown') {
    const runAt = now.add({ seconds: reconcileSeconds })
    return {
      ...base,
      attemptState: 'unknown',
      attemptReason: 'outcome_unknown',
      state: 'unknown',
      reasonCode: 'outcome_unknown',
      runAt,
    }
  }
  const refusal = answer.outcome === 'refused' ? answer : null
  const reason: ReasonCode = refusal?.reason ?? 'provider_unreachable'
  const providerCode = refusal?.providerCode ?? null
  const optedOutKey = reason === 'recipient_opted_out' ? keyHex(row, channel) : null
  const failed = { ...base, attemptState: 'failed' as const, attemptReason: reason, providerCode, optedOutKey }
  if (!refusal?.permanent) {
    const tries = row.channelTries + 1
    const leftMs = row.latestAt.epochMilliseconds - now.epochMilliseconds
    const pauseMs = Math.max(pauseAfterMs(tries, leftMs, jitter), (refusal?.retryAfterSeconds ?? 0) * 1_000)
    const retryAt = now.add({ milliseconds: pauseMs })
    if (tries < triesMax(fallback, refusal?.isUnexplained) && pauseMs + lastTryLeadMs <= leftMs)
      return { ...failed, state: 'planned', reasonCode: null, runAt: retryAt }
  }
  return { ...failed, ...afterFailure({ reason, fallback, channel, now, latestAt: row.latestAt }) }
}

type Failure = {
  readonly reason: ReasonCode
  readonly fallback: Channel | null
  readonly channel: Channel
  readonly now: Temporal.Instant
  readonly latestAt: Temporal.Instant
}

/**
 * After a definite failure the second channel takes over under the same row, while it is of use (G15); else the row
 * ends with the reason. Also used when a receipt reports the failure.
 */
export function afterFailure({ reason, fallback, channel, now, latestAt }: Failure) {
  if (fallback !== null && Temporal.Instant.compare(now, latestAt) <= 0) {
    return { state: 'planned' as const, reasonCode: null, runAt: now, channel: fallback, fallbackChannel: null }
  }
  const state: ReminderState = reason === 'recipient_opted_out' ? 'suppressed' : 'failed'
  return { state, reasonCode: reason, runAt: null, channel, fallbackChannel: fallback }
}

/** The reason code of a refusal; one without a reason is `provider_refused`. */
export function reasonOf(reason: RefusalReason | null): ReasonCode {
  return reason ?? 'provider_refused'
}

const shortestPauseMs = 30_000
const longestPauseMs = 30 * 60_000

/** A try planned later than this before the end could begin after it: the row would expire, which hides why. */
const lastTryLeadMs = 10_000

/**
 * The pause after so many tries, in milliseconds: 30 s, 2 min, 8 min, then half an hour, or an eighth of the time left
 * where that is more; at most half of the time left, so that the last try is near its end. Give or take a fifth: `jitter`
 * is between 0.8 and 1.2, and the same for all rows of a message, which so go together again (H3).
 */
function pauseAfterMs(tries: number, leftMs: number, jitter: number): number {
  const growing = Math.min(shortestPauseMs * 4 ** (tries - 1), Math.max(longestPauseMs, leftMs / 8))
  return Math.round(Math.max(shortestPauseMs, Math.min(growing, leftMs / 2)) * jitter)
}

function keyHex(row: SendRow, channel: Channel): string | null {
  return (channel === 'sms' ? row.recipientPhoneKey : row.recipientEmailKey)?.toString('hex') ?? null
}
