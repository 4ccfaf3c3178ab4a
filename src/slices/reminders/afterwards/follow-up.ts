import { bindHolders, inTransaction } from '#/kernel/postgres/db.ts'
import { holdersOf, type Dispatching } from '#/slices/reminders/sending/dispatching.ts'
import { takeFollowUps, writeFollowUps } from './follow-up-store.ts'

const pageSize = 1_500

/**
 * Sees to rows whose time has come without news: a hand-over whose outcome was never recorded is unknown and looked up
 * (G17), one that is recorded waits for its receipt, and an SMS without a receipt in 72 hours is unknown.
 *
 * @returns how many rows were seen to
 */
export function followUp({ pool }: Pick<Dispatching, 'pool'>): Promise<number> {
  return inTransaction(pool, { holder: null }, async (tx) => {
    const rows = await takeFollowUps(tx, pageSize)
    if (rows.length === 0) return 0
    bindHolders(tx, holdersOf(rows))
    writeFollowUps(tx, rows)
    return rows.length
  })
}
