import type pg from 'pg'
import { inTransaction } from '#/kernel/db.ts'
import { countDay, nextDays, noteProgress, type NextDay } from './report-store.ts'

/**
 * Counts some days that are over, for the reports; called again and again. A day that fails is tried again with the next
 * call, and nothing depends on it: until then its appointments are counted when a report is asked for.
 *
 * @param pool acts as tijdig_operator
 * @returns how many days were counted
 */
export async function countReportDays(pool: pg.Pool, limit: number): Promise<number> {
  const next = await inTransaction(pool, { holder: null, commitWithoutWaiting: true }, (tx) => nextDays(tx, limit))
  for (const found of next) {
    const day = toDay(found)
    await inTransaction(pool, { holder: null, commitWithoutWaiting: true }, async (tx) => {
      await countDay(tx, found.platform_holder_id, found.timezone, day)
      if (found.stale_day === null) await noteProgress(tx, found.platform_holder_id, day.date)
    })
  }
  return next.length
}

function toDay({ stale_day, next_start, timezone }: NextDay) {
  const date =
    stale_day === null && next_start !== null
      ? next_start.toZonedDateTimeISO(timezone).toPlainDate()
      : Temporal.PlainDate.from(stale_day ?? '')
  return {
    date: date.toString(),
    beginning: date.toZonedDateTime(timezone).toInstant(),
    end: date.add({ days: 1 }).toZonedDateTime(timezone).toInstant(),
  }
}
