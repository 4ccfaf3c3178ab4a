/** Work that waits for somebody else and shows no sign of life for this long may be in trouble (contract, Company lookup progress). */
export const stalledAfterMs = 20_000
/** And for this long is given up. */
export const timedOutAfterMs = 30_000

/** The state of work under way, judged when it is read: so it is right even if the process that did the work died. */
export function vitality(lastSign: Temporal.Instant, now: Temporal.Instant): 'running' | 'stalled' | 'timed_out' {
  const silenceMs = now.epochMilliseconds - lastSign.epochMilliseconds
  if (silenceMs >= timedOutAfterMs) return 'timed_out'
  return silenceMs >= stalledAfterMs ? 'stalled' : 'running'
}
