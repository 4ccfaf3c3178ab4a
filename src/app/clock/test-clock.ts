import type pg from 'pg'
import { parseAdvance, readClock, writeClockOffset } from '#/kernel/time/clock.ts'
import { runOnce } from '#/kernel/postgres/db.ts'
import { wakeWorkers } from '#/kernel/postgres/store.ts'
import { selectNextDue, selectRestless } from './test-clock-store.ts'

/** Moves the test clock. Every function works on the database, so any process can do it; production refuses. */
export type TestClock = {
  now(): Promise<Temporal.Instant>
  offsetMs(): Promise<number>
  /**
   * Advances the clock: stops at each instant at which something is due, lets the workers come to rest, and goes on, so
   * that nothing expires only because time jumped.
   *
   * @param duration as `parseAdvance` reads it
   */
  advance(duration: string, onStop?: (now: Temporal.Instant) => void): Promise<void>
  /** Jumps without stops, as after downtime. */
  set(instant: string): Promise<void>
  reset(): Promise<void>
}

/** A drain that takes longer than this means that no worker is sending. */
const drainTimeoutMs = 60_000

/**
 * @param pool acts as tijdig_operator
 * @param restless tells whether an advance has to wait at the present instant
 */
export function createTestClock(pool: pg.Pool, restless = selectRestless): TestClock {
  const moveTo = async (instant: Temporal.Instant) => {
    const { now, offsetMs } = await readClock(pool)
    await writeClockOffset(pool, offsetMs + instant.epochMilliseconds - now.epochMilliseconds)
  }
  return {
    now: async () => (await readClock(pool)).now,
    offsetMs: async () => (await readClock(pool)).offsetMs,
    async advance(duration, onStop) {
      const target = (await readClock(pool)).now.add(parseAdvance(duration))
      await runOnce(pool, wakeWorkers)
      for (;;) {
        await drain(pool, restless)
        const { now } = await readClock(pool)
        if (Temporal.Instant.compare(now, target) >= 0) return
        const [next] = await runOnce(pool, selectNextDue, [target])
        const stop = next?.runAt ?? target
        // An instant that passed while the last one drained needs no move: the workers see it by themselves.
        if (Temporal.Instant.compare(stop, now) > 0) await moveTo(stop)
        onStop?.(stop)
        if (!next) {
          await drain(pool, restless)
          return
        }
      }
    },
    set: (instant) => moveTo(Temporal.Instant.from(instant)),
    reset: () => writeClockOffset(pool, 0),
  }
}

/** Waits until nothing is due and nothing is in a worker's hands. */
async function drain(pool: pg.Pool, restless: typeof selectRestless): Promise<void> {
  const until = performance.now() + drainTimeoutMs
  for (let pauseMs = 2; ; pauseMs = Math.min(50, pauseMs * 1.5)) {
    const [row] = await runOnce(pool, restless)
    if (!row?.isRestless) return
    if (performance.now() > until)
      throw new Error('Reminders are due and no worker sends them: is `tijdig serve` running?')
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
