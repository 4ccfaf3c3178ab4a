import { eachByItself } from '#/kernel/postgres/each-by-itself.ts'
import type { Log } from '#/kernel/log.ts'

/** How to end what was started, in the order in which it was started. */
export type Ends = (() => Promise<unknown>)[]

/**
 * Ends what was started, the latest first, because it may need what came before it; each whatever becomes of the others.
 *
 * @throws Error of what did not end well, after the last
 */
export function endAll(ends: Ends): Promise<void> {
  return eachByItself(ends.splice(0).toReversed(), (end) => end())
}

/** Ends what had been started before a start failed. What then goes wrong is logged: the cause is that of the start. */
export async function endAfterFailure(ends: Ends, log: Log): Promise<void> {
  await endAll(ends).catch((error: unknown) => log.error({ err: error }, 'what had started did not end well'))
}
