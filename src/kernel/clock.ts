import type pg from 'pg'
import { runOnce, statement } from './db.ts'

/** The instant by the product's clock: database time plus the test clock's offset. */
export async function readClock(pool: pg.Pool): Promise<{ now: Temporal.Instant; offsetMs: number }> {
  const [row] = await runOnce(pool, selectClock)
  if (!row) throw new Error('The test clock row is missing: run `tijdig migrate`')
  return { now: row.now, offsetMs: row.offset_ms }
}

/** Moves the test clock by setting its offset from real time, and wakes every worker. */
export async function writeClockOffset(pool: pg.Pool, offsetMs: number): Promise<void> {
  await runOnce(pool, updateClock, [Math.round(offsetMs)])
}

const selectClock = statement<{ now: Temporal.Instant; offset_ms: number }>(
  'select_clock',
  'select tijdig_now() as now, offset_ms from test_clock',
)
const updateClock = statement(
  'update_clock',
  `with moved as (update test_clock set offset_ms = $1 returning offset_ms) select pg_notify('tijdig_due', '') from moved`,
)
