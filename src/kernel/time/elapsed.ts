/** A moment to measure from, by both clocks of the machine. */
export type Moment = { readonly monotonicMs: number; readonly wallMs: number }

export function now(): Moment {
  return { monotonicMs: performance.now(), wallMs: Date.now() }
}

/**
 * How long ago a moment was, in milliseconds: by whichever clock says longer. The monotonic one stands still while the machine is
 * suspended, the other one can be set back; whoever may act only for so long must believe neither of them alone.
 */
export function elapsedMs(since: Moment): number {
  return Math.max(performance.now() - since.monotonicMs, Date.now() - since.wallMs)
}
