import type pg from 'pg'
import { inTransaction, runOnce } from '#/kernel/db.ts'
import {
  deleteEntries,
  deleteOldAppointments,
  forgetFailedJobs,
  lockEntries,
  lockOldAppointments,
  longTerms,
  pageSize,
  shortTerms,
} from './retention-store.ts'

/** Erases a page of what may be kept for hours or weeks only. Can be repeated. @param pool acts as tijdig_operator */
export async function eraseShortTerm(pool: pg.Pool): Promise<void> {
  await inTransaction(pool, { holder: null, commitWithoutWaiting: true }, async (tx) => {
    for (const erase of shortTerms) await tx.rows(erase)
  })
}

/**
 * Erases a page of each of what may be kept for months or years: words of requests, appointments with everything of them,
 * people no appointment speaks of any more, and the trail. Can be repeated.
 *
 * @param pool acts as tijdig_operator
 * @returns whether there is more: a page at a time, because reminders wait meanwhile
 */
export async function eraseLongTerm(pool: pg.Pool): Promise<boolean> {
  let isMoreLeft = (await deleteAppointments(pool)) === pageSize
  for (const erase of longTerms) {
    if ((await runOnce(pool, erase)).length === pageSize) isMoreLeft = true
  }
  await runOnce(pool, forgetFailedJobs)
  return isMoreLeft
}

/** @returns how many appointments went */
async function deleteAppointments(pool: pg.Pool): Promise<number> {
  return inTransaction(pool, { holder: null, commitWithoutWaiting: true }, async (tx) => {
    const old = await tx.rows(lockOldAppointments)
    if (old.length === 0) return 0
    const holders = old.map((row) => row.platform_holder_id)
    for (const erase of deleteOldAppointments) await tx.rows(erase, [holders, old.map((row) => row.id)])
    const entries = old.map((row) => row.holder_recipient_id)
    const locked = await tx.rows(lockEntries, [holders, entries])
    await tx.rows(deleteEntries, [holders, entries, locked.map((row) => row.id)])
    return old.length
  })
}
