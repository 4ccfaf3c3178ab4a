const warnAfterMs = 25 * 60_000
const endAfterMs = 30 * 60_000
/** The server notes use at most once a minute. */
const tellAgainAfterMs = 60_000

/** `late` when the session must have ended some time ago, as after a night in which the computer slept. */
export type Idle =
  | { readonly state: 'used' }
  | { readonly state: 'warned'; readonly secondsLeft: number }
  | { readonly state: 'over'; readonly isLate: boolean }

/** What is so of a session that was used last, as the server was told, so long ago (docs/security.md, CSR-6). */
export function idleAfter(idleMs: number): Idle {
  if (idleMs < warnAfterMs) return { state: 'used' }
  if (idleMs < endAfterMs) return { state: 'warned', secondsLeft: Math.ceil((endAfterMs - idleMs) / 1_000) }
  return { state: 'over', isLate: idleMs >= endAfterMs + 2 * tellAgainAfterMs }
}

/** Whether the server is to be told that the session is in use. */
export function isToBeTold(idleMs: number): boolean {
  return idleMs >= tellAgainAfterMs && idleMs < warnAfterMs
}
