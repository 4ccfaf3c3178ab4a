import { AppError } from '#/kernel/errors.ts'

// How often a contact may have a code, and how much guessing it allows: docs/decisions/0006-guessing-locks-nobody-out.md.

/** Wrong tries that burn a code. */
export const triesPerCode = 5

/** How many wrong six-digit codes a contact allows at once, and after how many days one more: 93 in a year. */
const guessesAtOnce = 20
export const daysPerGuess = 5

/**
 * How many six-digit codes of a contact may still be compared.
 *
 * @param spentUntil when the budget is whole again; null when nothing is spent
 */
export function guessesLeft(now: Temporal.Instant, spentUntil: Temporal.Instant | null): number {
  const spentMs = Math.max(0, (spentUntil ?? now).epochMilliseconds - now.epochMilliseconds)
  return Math.max(0, Math.floor(guessesAtOnce - spentMs / (daysPerGuess * 86_400_000)))
}

/** Whether the next code is long: six digits are sent only where all five tries of such a code are left. */
export function needsLongCode(now: Temporal.Instant, spentUntil: Temporal.Instant | null): boolean {
  return guessesLeft(now, spentUntil) < triesPerCode
}

/** Seconds to wait after the first, second, third and every later code since the last sign-in. */
const waitsSeconds = [60, 120, 300, 600]
const budgets = [
  { codes: 5, seconds: 600 },
  { codes: 10, seconds: 86_400 },
]

export type CodeTimes = { readonly createdAt: Temporal.Instant; readonly usedAt: Temporal.Instant | null }

/**
 * Seconds until one asker may have the next code, 0 when it may now.
 *
 * @param times of its codes of the last day, the newest first
 */
export function secondsToWait(now: Temporal.Instant, times: readonly CodeTimes[]): number {
  const signIn = times.findIndex((code) => code.usedAt !== null)
  const sinceSignIn = signIn === -1 ? times.length : signIn
  const [latest] = times
  const wait = waitsSeconds[Math.min(sinceSignIn, waitsSeconds.length) - 1] ?? 0
  return Math.max(
    0,
    latest ? wait - ageSeconds(now, latest) : 0,
    ...budgets.map(({ codes, seconds }) => {
      const oldest = times[codes - 1]
      return oldest ? seconds - ageSeconds(now, oldest) : 0
    }),
  )
}

/** A test clock that was set back must not make the waits longer. */
export function ageSeconds(now: Temporal.Instant, { createdAt }: Pick<CodeTimes, 'createdAt'>): number {
  return Math.max(0, (now.epochMilliseconds - createdAt.epochMilliseconds) / 1_000)
}

/** @throws AppError SIGN_IN_THROTTLED when there are seconds to wait */
export function refuseFor(seconds: number): void {
  if (seconds > 0) throw new AppError('SIGN_IN_THROTTLED', { headers: { 'retry-after': String(Math.ceil(seconds)) } })
}
