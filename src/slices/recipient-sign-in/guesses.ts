// How much guessing a number or an address of staff has to bear: docs/decisions/0006-guessing-locks-nobody-out.md.

/** Wrong tries that burn a six-digit code, or the longer one of a number. */
export const triesPerCode = 5

/** Wrong six-digit codes one number or address bears at once, and the days after which one more is borne: 93 in a year. */
const guessesAtOnce = 20
export const daysPerGuess = 5

/**
 * How many six-digit codes of a number or address may still be compared.
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
