import { AppError } from '#/kernel/errors.ts'
import type { ChallengeTimes, Spent } from './store.ts'
import type { SignInLimits } from '#/ports/sign-ins.ts'

/** Seconds to wait after the first, second, third and every later code since the last sign-in. */
const waitsSeconds = [60, 120, 300, 600]
const perTenMinutes = 5
/** Codes a day for one number, or for one asker at an address of staff. */
const codesPerDay = 10

/** Why codes are withheld although the number could have one: somebody seems to make us send for their own profit. */
export type Breaker = 'adjacentNumbers' | 'countrySpend' | 'allSpend'

/** The budget of messages that is used up, if one is. */
export function spentBudget(limits: SignInLimits, spent: Spent): Breaker | null {
  if (spent.countrySent >= limits.messagesPerCountryPerHour) return 'countrySpend'
  return spent.allSent >= limits.messagesPerHour ? 'allSpend' : null
}

/** Different numbers of one thousand that lie together, per hour; more than this is no coincidence. */
export const numbersPerBlockPerHour = 20

/**
 * Seconds until this number, or this address of staff, may ask again, 0 when it may now.
 *
 * @param times of its codes of the last day, the newest first
 */
export function secondsToWait(now: Temporal.Instant, times: readonly ChallengeTimes[]): number {
  const sinceSignIn = countSinceSignIn(times)
  const [latest] = times
  return Math.max(
    0,
    sinceSignIn > 0 && latest ? waitAfter(sinceSignIn) - ageSeconds(now, latest) : 0,
    ...[
      { count: perTenMinutes, seconds: 600 },
      { count: codesPerDay, seconds: 86_400 },
    ].map(({ count, seconds }) => {
      const oldest = times[count - 1]
      return oldest ? seconds - ageSeconds(now, oldest) : 0
    }),
  )
}

/** Whole seconds until the number may ask again once one more code was asked for now. */
export function nextWaitSeconds(now: Temporal.Instant, times: readonly ChallengeTimes[]): number {
  return Math.ceil(secondsToWait(now, [{ createdAt: now, usedAt: null }, ...times]))
}

/** @throws AppError SIGN_IN_THROTTLED when there are seconds to wait */
export function refuseFor(seconds: number): void {
  if (seconds > 0) throw new AppError('SIGN_IN_THROTTLED', { headers: { 'retry-after': String(Math.ceil(seconds)) } })
}

function countSinceSignIn(times: readonly ChallengeTimes[]): number {
  const signIn = times.findIndex((challenge) => challenge.usedAt !== null)
  return signIn === -1 ? times.length : signIn
}

function waitAfter(codes: number): number {
  return waitsSeconds[Math.min(codes, waitsSeconds.length) - 1] ?? 0
}

function ageSeconds(now: Temporal.Instant, { createdAt }: ChallengeTimes): number {
  // A test clock that was set back must not make the waits longer.
  return Math.max(0, (now.epochMilliseconds - createdAt.epochMilliseconds) / 1_000)
}
