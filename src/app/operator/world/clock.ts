import type pg from 'pg'
import { createTestClock } from '#/app/clock/test-clock.ts'
import { parseAdvance, readClock } from '#/kernel/time/clock.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { formatInstant } from '#/kernel/schema.ts'
import { isAnyWorkerAlive } from '#/slices/reminders/worker/heartbeat-store.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'

/** The product's clock. `now` is RFC 3339; `offsetMs` is how far it is ahead of real time. */
export type ClockReading = { readonly now: string; readonly offsetMs: number }

/** The action of the audit row that says how long an advance took. */
export const clockArrived = 'clockArrived'

/** @param pool acts as tijdig_operator, as in every function here */
export async function showClock(pool: pg.Pool): Promise<ClockReading> {
  const { now, offsetMs } = await readClock(pool)
  return { now: formatInstant(now), offsetMs }
}

/**
 * Advances the clock and returns when everything that fell due is done.
 *
 * @param text ISO 8601 duration of weeks or less, days counting 24 hours
 * @param onStop called at every instant it stops at; the last one is the target
 * @returns with `wallMs`, the real milliseconds it took
 * @throws OperatorError when the duration is not valid, or no worker would send what falls due
 */
export async function advanceClock(
  pool: pg.Pool,
  text: string,
  onStop: (now: Temporal.Instant, stops: number) => void,
): Promise<ClockReading & { stops: number; wallMs: number }> {
  const duration = attempt(() => parseAdvance(text))?.toString()
  if (duration === undefined)
    throw new OperatorError(
      'The clock advances by an ISO 8601 duration of weeks, days, hours, minutes or seconds, such as P1D or PT30M.',
    )
  if (!(await isAnyWorkerAlive(pool)))
    throw new OperatorError(
      'No worker is running, so nothing that falls due would be sent: start `tijdig serve` first.',
    )
  await note(pool, 'clockAdvanced', { by: duration })
  const startedMs = performance.now()
  let stops = 0
  await createTestClock(pool).advance(duration, (now) => {
    stops += 1
    onStop(now, stops)
  })
  const wallMs = Math.round(performance.now() - startedMs)
  await note(pool, clockArrived, { by: duration, stops, wallMs })
  return { ...(await showClock(pool)), stops, wallMs }
}

/** Jumps to an instant, as after downtime: what falls due in between is not done first. */
export async function setClock(pool: pg.Pool, text: string): Promise<ClockReading> {
  const instant = formatInstant(parseInstant(text))
  await note(pool, 'clockSet', { to: instant })
  await createTestClock(pool).set(instant)
  return showClock(pool)
}

/** Back to real time. */
export async function resetClock(pool: pg.Pool): Promise<ClockReading> {
  await note(pool, 'clockReset', {})
  await createTestClock(pool).reset()
  return showClock(pool)
}

/** How far the clock is from real time, in words. */
export function describeOffset(offsetMs: number): string {
  if (offsetMs === 0) return 'real time'
  const span = Temporal.Duration.from({ milliseconds: Math.abs(offsetMs) })
  const smallestUnit = span.total('hours') < 1 ? 'second' : 'minute'
  const length = span.round({ largestUnit: 'day', smallestUnit }).toLocaleString('en', { style: 'long' })
  return `${length || 'less than a second'} ${offsetMs > 0 ? 'ahead of' : 'behind'} real time`
}

/** Written before the move: an advance is many transactions, and moves the clock even if it is interrupted. */
async function note(pool: pg.Pool, action: string, detail: Record<string, unknown>): Promise<void> {
  const { now, offsetMs } = await readClock(pool)
  await inTransaction(pool, { holder: null }, async (tx) =>
    auditOperator(tx, { platformHolderId: null, action, detail: { ...detail, from: formatInstant(now), offsetMs } }),
  )
}

function parseInstant(text: string): Temporal.Instant {
  const instant = attempt(() => Temporal.Instant.from(text))
  if (!instant)
    throw new OperatorError(
      'The clock is set to an instant with its offset from UTC, such as 2026-12-03T09:30:00+01:00.',
    )
  return instant
}

/** Null when the text cannot be parsed. */
function attempt<T>(parse: () => T): T | null {
  try {
    return parse()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
