/** A moment to measure from, by both clocks of the machine. */
export type Moment = { readonly monotonicMs: number; readonly wallMs: number }

export function now(): Moment {
  return { monotonicMs: performance.now(), wallMs: Date.now() }
}

/**
 * How long ago a moment was, in milliseconds, by whichever clock says longer: the monotonic one stands still while the
 * machine is suspended, the other can be set back. A time limit must trust neither alone.
 */
export function elapsedMs(since: Moment): number {
  return Math.max(performance.now() - since.monotonicMs, Date.now() - since.wallMs)
}
