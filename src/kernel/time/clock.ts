import type pg from 'pg'
import { runOnce } from '#/kernel/postgres/db.ts'
import { selectClock, updateClock } from '#/kernel/postgres/store.ts'

/** The instant by the product's clock: database time plus the test clock's offset. */
export async function readClock(pool: pg.Pool): Promise<{ now: Temporal.Instant; offsetMs: number }> {
  const [row] = await runOnce(pool, selectClock)
  if (!row) throw new Error('The test clock row is missing: run `tijdig migrate`')
  return { now: row.now, offsetMs: row.offsetMs }
}

/** Moves the test clock by setting its offset from real time, and wakes every worker. */
export async function writeClockOffset(pool: pg.Pool, offsetMs: number): Promise<void> {
  await runOnce(pool, updateClock, [Math.round(offsetMs)])
}

/**
 * How far the test clock is to advance; with zero the workers only do what is due.
 *
 * @param text ISO 8601 duration of weeks or less, days counting 24 hours
 * @throws RangeError when the text is no such duration
 */
export function parseAdvance(text: string): Temporal.Duration {
  const duration = Temporal.Duration.from(text)
  if (duration.sign < 0 || duration.years !== 0 || duration.months !== 0)
    throw new RangeError('The clock advances by weeks, days, hours, minutes or seconds, such as P1D or PT30M')
  return duration.with({ weeks: 0, days: duration.weeks * 7 + duration.days }).round({ largestUnit: 'hours' })
}
