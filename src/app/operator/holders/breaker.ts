import type pg from 'pg'
import { eachByItself } from '#/kernel/flow/each-by-itself.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { formatInstant, formatInstantOrNull } from '#/kernel/schema.ts'
import { dropHeld, listHeld, releaseHeld } from '#/slices/reminders/held/breaker-store.ts'
import { getHolder } from './holder.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'

/** Reminders of one holder that wait for a human, because there were more than usual (G24). */
export type HeldByHolder = {
  readonly platformHolderId: string
  readonly displayName: string
  readonly held: number
  /** Of these, past their last useful instant: released, they end as expired. */
  readonly tooLate: number
  readonly oldestDueAt: string
  /** When the next of the others becomes too late. */
  readonly nextTooLateAt: string | null
}

/** Held reminders by holder. @param pool acts as tijdig_operator, as in every function here */
export async function listBreaker(pool: pg.Pool, platformHolderId: string | null): Promise<HeldByHolder[]> {
  return inTransaction(pool, { holder: null }, async (tx) => {
    if (platformHolderId !== null) await getHolder(tx, platformHolderId)
    return (await listHeld(tx, platformHolderId)).map((row) => ({
      platformHolderId: row.platformHolderId,
      displayName: row.displayName,
      held: row.held,
      tooLate: row.tooLate,
      oldestDueAt: formatInstant(row.oldestDueAt),
      nextTooLateAt: formatInstantOrNull(row.nextLatestAt),
    }))
  })
}

export type Released = {
  readonly platformHolderId: string
  readonly displayName: string
  readonly released: number
  readonly expired: number
}

/** Lets held reminders go, holder by holder, each in a transaction with its own audit row. */
export async function releaseBreaker(pool: pg.Pool, platformHolderId: string | null): Promise<Released[]> {
  const done: Released[] = []
  await eachByItself(await listBreaker(pool, platformHolderId), async ({ platformHolderId: holder, displayName }) => {
    const counts = await inTransaction(pool, { holder: null }, async (tx) => {
      const released = await releaseHeld(tx, holder)
      auditOperator(tx, { platformHolderId: holder, action: 'heldRemindersReleased', detail: released })
      return released
    })
    done.push({ platformHolderId: holder, displayName, ...counts })
  })
  return done
}

export type Dropped = { readonly platformHolderId: string; readonly displayName: string; readonly dropped: number }

/** Ends held reminders unsent, holder by holder, each in a transaction with its own audit row. */
export async function dropBreaker(pool: pg.Pool, platformHolderId: string | null): Promise<Dropped[]> {
  const done: Dropped[] = []
  await eachByItself(await listBreaker(pool, platformHolderId), async ({ platformHolderId: holder, displayName }) => {
    const dropped = await inTransaction(pool, { holder: null }, async (tx) => {
      const count = await dropHeld(tx, holder)
      auditOperator(tx, { platformHolderId: holder, action: 'heldRemindersDropped', detail: { dropped: count } })
      return count
    })
    done.push({ platformHolderId: holder, displayName, dropped })
  })
  return done
}
