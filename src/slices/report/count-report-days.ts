import type pg from 'pg'
import { inTransaction, type Tx } from '#/kernel/postgres/db.ts'
import { eachByItself } from '#/kernel/flow/each-by-itself.ts'
import { countDay, nextDays, noteFailedDay, noteProgress, type NextDay } from './report-store.ts'

/**
 * Counts some days that are over, for the reports; called again and again. A day that fails is left for an hour; until
 * then a report counts its appointments itself.
 *
 * @param pool acts as tijdig_operator
 * @returns how many days were looked at
 * @throws Error when a day could not be counted, after the others were
 */
export async function countReportDays(pool: pg.Pool, limit: number): Promise<number> {
  const next = await inTransaction(pool, { holder: null, commitWithoutWaiting: true }, (tx) => nextDays(tx, limit))
  await eachByItself(next, (found) => countOne(pool, found))
  return next.length
}

async function countOne(pool: pg.Pool, found: NextDay): Promise<void> {
  const day = toDay(found)
  const { platformHolderId, timezone } = found
  const note = (count: (tx: Tx) => void) =>
    inTransaction(pool, { holder: null, commitWithoutWaiting: true }, async (tx) => {
      count(tx)
      if (found.staleDay === null) noteProgress(tx, platformHolderId, day.date)
    })
  try {
    await note((tx) => countDay(tx, platformHolderId, timezone, day))
  } catch (error) {
    // It is stale from now on, so that the days after it are counted meanwhile.
    await note((tx) => noteFailedDay(tx, platformHolderId, day.date, timezone))
    throw error
  }
}

function toDay({ staleDay, nextStart, timezone }: NextDay) {
  const date =
    staleDay === null && nextStart !== null
      ? nextStart.toZonedDateTimeISO(timezone).toPlainDate()
      : Temporal.PlainDate.from(staleDay ?? '')
  return {
    date: date.toString(),
    beginning: date.toZonedDateTime(timezone).toInstant(),
    end: date.add({ days: 1 }).toZonedDateTime(timezone).toInstant(),
  }
}
