/** Work that waits for somebody else and shows no sign of life for this long may be in trouble (contract, Company lookup progress). */
export const stalledAfterMs = 20_000
/** And for this long is given up. */
export const timedOutAfterMs = 30_000

/** How work that is under way fares. It is measured when somebody looks, so that work whose process died shows it too. */
export function vitality(lastSign: Temporal.Instant, now: Temporal.Instant): 'running' | 'stalled' | 'timed_out' {
  const silenceMs = now.epochMilliseconds - lastSign.epochMilliseconds
  if (silenceMs >= timedOutAfterMs) return 'timed_out'
  return silenceMs >= stalledAfterMs ? 'stalled' : 'running'
}
