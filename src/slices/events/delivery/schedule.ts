const minute = 60
const hour = 60 * minute

/** Pauses before the second try, the third and so on, in seconds: ten tries in three days. */
const pauses = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]

/**
 * How long to wait after so many tries that failed, in seconds, give or take a fifth; null when there is no other one.
 *
 * @param retryAfterSeconds what the receiver asked for, within a day
 */
export function pauseAfter(tries: number, retryAfterSeconds: number | null): number | null {
  const pause = pauses[tries - 1]
  if (pause === undefined) return null
  const spread = pause * (0.8 + Math.random() * 0.4)
  if (retryAfterSeconds === null) return spread
  return Math.min(24 * hour, Math.max(1, retryAfterSeconds, spread))
}
