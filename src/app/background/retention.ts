import type pg from 'pg'
import { inTransaction, runOnce } from '#/kernel/postgres/db.ts'
import { nilId } from '#/kernel/ids.ts'
import type { Page } from '#/kernel/postgres/erasing.ts'
import { forgetFailedJobs } from '#/kernel/postgres/privacy-store.ts'
import { endings } from '#/kernel/privacy.ts'
import { privacy } from '#/app/privacy.ts'
import { forgetEntries } from '#/slices/appointments/appointments.ts'
import {
  lockOldAppointments,
  lookForEntriesOfNobody,
  oldAppointmentsAtOnce,
} from '#/slices/appointments/privacy-store.ts'
import { noteReached, selectReached } from './works-store.ts'

/** Erases a page of rows that may no longer be kept. Can be repeated. */
export type Erasure = {
  readonly name: string
  /** @param pool acts as tijdig_operator. @returns true when there may be more */
  readonly perform: (pool: pg.Pool) => Promise<boolean>
}

const pages = endings(privacy.main, 'pages')

/** Of rows kept for hours or weeks. */
export const shortTermErasures: readonly Erasure[] = pages.filter(({ isHourly }) => !isHourly).map(erasePage)

/**
 * Of rows kept for months or years: words of requests, appointments with all that belongs to them, people without any
 * appointment left, and the trail.
 */
export const longTermErasures: readonly Erasure[] = [
  {
    name: 'erase_old_appointments',
    perform: async (pool) => (await deleteAppointments(pool)) === oldAppointmentsAtOnce,
  },
  entriesOfNobody(),
  ...pages.filter(({ isHourly }) => isHourly).map(erasePage),
  {
    name: forgetFailedJobs.name,
    async perform(pool) {
      await runOnce(pool, forgetFailedJobs)
      return false
    },
  },
]

function erasePage(page: Page): Erasure {
  return { name: page.name, perform: async (pool) => (await runOnce(pool, page)).length === page.size }
}

/** @returns how many appointments were deleted */
async function deleteAppointments(pool: pg.Pool): Promise<number> {
  return inTransaction(pool, { holder: null, commitWithoutWaiting: true }, async (tx) => {
    const old = await tx.rows(lockOldAppointments)
    if (old.length === 0) return 0
    const holders = old.map((row) => row.platformHolderId)
    const ids = old.map((row) => row.id)
    for (const erase of endings(privacy.main, 'withAppointments')) await tx.rows(erase, [holders, ids])
    await forgetEntries(tx, old)
    return old.length
  })
}

/**
 * A page of the holders' entries at a time, however many are to be deleted of it: they are too many to be all looked at
 * each hour. Goes on where it stopped, also in another process, and begins anew after the last page.
 */
function entriesOfNobody(): Erasure {
  const name = 'forget_entries_of_nobody'
  return {
    name,
    perform: (pool) =>
      inTransaction(pool, { holder: null, commitWithoutWaiting: true }, async (tx) => {
        const [work] = await tx.rows(selectReached, [name])
        const looked = await tx.rows(lookForEntriesOfNobody, work?.reached ?? [nilId, nilId])
        await forgetEntries(
          tx,
          looked.filter(({ isOfNobody }) => isOfNobody),
        )
        const last = looked.find(({ isLast }) => isLast)
        await tx.rows(noteReached, [name, last ? [last.platformHolderId, last.holderRecipientId] : null])
        return false
      }),
  }
}
