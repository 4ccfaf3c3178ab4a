import { setTimeout as sleep } from 'node:timers/promises'
import { eachByItself } from '#/kernel/flow/each-by-itself.ts'
import type { Log } from '#/kernel/log.ts'

/** How to end what was started, each by its name, in the order in which it was started. */
export type Ends = [what: string, end: () => Promise<unknown>][]

/**
 * As long as a lease, after which what a part has in hand is for others to judge, and what a last try to record it and
 * closing take.
 */
const patienceMs = 70_000

/**
 * Ends what was started, the latest first, because it may need what came before it; each whatever becomes of the others,
 * and none is waited for much longer than a lease.
 *
 * @throws Error of what did not end well or in time, after the last
 */
export function endAll(ends: Ends, forMs = patienceMs): Promise<void> {
  return eachByItself(ends.splice(0).toReversed(), async ([what, end]) => {
    const waiting = new AbortController()
    const late = sleep(forMs, undefined, { signal: waiting.signal }).then(() => {
      throw new Error(`${what} did not end within ${forMs / 1_000} s`)
    })
    await Promise.race([end(), late]).finally(() => waiting.abort())
  })
}

/** Ends what had been started before a start failed. What then goes wrong is logged: the cause is that of the start. */
export async function endAfterFailure(ends: Ends, log: Log): Promise<void> {
  await endAll(ends).catch((error: unknown) => log.error({ err: error }, 'what had started did not end well'))
}
