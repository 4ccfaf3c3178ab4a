import { bindHolders, inTransaction } from '#/kernel/postgres/db.ts'
import { holdersOf, type Dispatching } from '#/slices/reminders/sending/dispatching.ts'
import { takeFollowUps, writeFollowUps } from './follow-up-store.ts'

const pageSize = 1_500

/**
 * Follows up overdue rows: a hand-over whose outcome was never recorded becomes unknown and is looked up (G17), a
 * recorded one waits for its receipt, and an SMS without a receipt in 72 hours becomes unknown.
 *
 * @returns how many rows were overdue
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
