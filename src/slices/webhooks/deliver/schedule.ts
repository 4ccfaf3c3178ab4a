import type { Attempt } from './call-endpoint.ts'

/** What becomes of a delivery after an attempt. */
export type Verdict =
  | { readonly state: 'delivered' | 'failed' }
  /** Tried again after so long. */
  | { readonly state: 'due'; readonly waitSeconds: number }

const [minute, hour] = [60, 3_600]

/** How long to wait after each attempt that failed; after the tenth a delivery has failed. */
export const waits: readonly number[] = [
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/** So that what failed together is not tried together. */
const spread = 0.2

/**
 * @param tries attempts before this one, since it was last queued
 * @param random from 0 to 1
 */
export function judge(attempt: Attempt, tries: number, random: number): Verdict {
  if (attempt.errorCode === null) return { state: 'delivered' }
  const wait = waits[tries]
  if (wait === undefined) return { state: 'failed' }
  // Never sooner than by the schedule: a short pause that is asked for again and again would soon use up all tries.
  return { state: 'due', waitSeconds: Math.max(restSeconds(attempt), wait * (1 - spread + 2 * spread * random)) }
}

/** How long an endpoint that is too busy asks to be left alone (RFC 9110, section 10.2.3), within a second and a day; else 0. */
export function restSeconds({ status, retryAfter }: Attempt): number {
  if (retryAfter === null || (status !== 429 && status !== 503)) return 0
  return Math.min(Math.max(retryAfter, 1), 24 * hour)
}

/** An endpoint that is gone for good (RFC 9110, section 15.5.11). */
export function isGone({ status }: Attempt): boolean {
  return status === 410
}
