import { setTimeout as sleep } from 'node:timers/promises'

/** Runs work when it is its turn. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** How far work may run ahead of an even pace. */
const burstMs = 250

/**
 * Keeps what this process asks of something within what that takes: so much at once, in order of arrival, and, where said, so
 * much a second. Whoever waits for a turn has not begun, so no time limit of the work runs meanwhile.
 */
export function turns({ atOnce, perSecond = Number.POSITIVE_INFINITY }: { atOnce: number; perSecond?: number }): Turns {
  const queue: (() => void)[] = []
  let running = 0
  let paceMs = 0
  const pace = async () => {
    if (perSecond === Number.POSITIVE_INFINITY) return
    const nowMs = performance.now()
    paceMs = Math.max(paceMs, nowMs - burstMs) + 1_000 / perSecond
    if (paceMs > nowMs) await sleep(paceMs - nowMs)
  }
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => queue.push(resolve))
    else running += 1
    try {
      await pace()
      return await work()
    } finally {
      // The turn passes on as it is, so that nobody who comes just now takes it first.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** For what takes everything at once. */
export const noTurns: Turns = (work) => work()
