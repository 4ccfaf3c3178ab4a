import { AppError } from '#/kernel/errors.ts'
import type { RecentSession } from './session-store.ts'

/** A conversation begins within 15 minutes and lasts 15 at most. */
export const sessionMinutes = 30
const openMax = 5
const hourlyMax = 30

/**
 * Each conversation costs money at its provider, so a member has five open at most and opens thirty within an hour. One
 * counts as open until its client said that it ended, or could last no longer. A client that says so too early gains
 * little: the agent then has no tools any more, and thirty an hour it stays.
 *
 * @param recent those of the member that began within the last hour, newest first
 * @throws AppError RATE_LIMITED with Retry-After
 */
export function refuseBeyondBounds(recent: readonly RecentSession[], now: Temporal.Instant): void {
  const open = recent.filter(({ endedAt, expiresAt }) => endedAt === null && isLater(expiresAt, now))
  const firstToLapse = open[openMax - 1]
  if (firstToLapse)
    throw refusal(
      `You have ${openMax} conversations open. End one and say so with \`ended\`, or wait for the seconds in Retry-After.`,
      firstToLapse.expiresAt.since(now),
    )
  const hourAgo = recent[hourlyMax - 1]
  if (hourAgo)
    throw refusal(
      `You have opened ${hourlyMax} conversations within an hour. Wait for the seconds in Retry-After.`,
      hourAgo.expiresAt.add({ minutes: 60 - sessionMinutes }).since(now),
    )
}

function isLater(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) > 0
}

function refusal(message: string, wait: Temporal.Duration): AppError {
  const seconds = Math.max(1, Math.ceil(wait.total('seconds')))
  return new AppError('RATE_LIMITED', { message, headers: { 'retry-after': String(seconds) } })
}
