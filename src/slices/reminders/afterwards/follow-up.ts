import { bindHolders, inTransaction } from '#/kernel/postgres/db.ts'
import { holdersOf, type Sending } from '#/slices/reminders/send/claim/sending.ts'
import { withdrawNotLeft } from '#/slices/reminders/send/take-back-store.ts'
import { selectNotLeft, takeFollowUps, writeFollowUps } from './follow-up-store.ts'

const pageSize = 1_500

/**
 * Follows up overdue rows: a hand-over whose outcome was never recorded goes again when its message surely has not left,
 * else it becomes unknown and is looked up (G17); a recorded one waits for its receipt, and an SMS without a receipt in
 * 72 hours becomes unknown.
 *
 * @returns how many rows were overdue
 */
export async function followUp({ pool }: Pick<Sending, 'pool'>): Promise<number> {
  const { followed, notLeft } = await inTransaction(pool, { holder: null }, async (tx) => {
    const rows = await takeFollowUps(tx, pageSize)
    if (rows.length === 0) return { followed: 0, notLeft: [] }
    bindHolders(tx, holdersOf(rows))
    const found = await selectNotLeft(tx, rows)
    const ids = new Set(found.map((row) => row.id))
    writeFollowUps(
      tx,
      rows.filter((row) => !ids.has(row.id)),
    )
    return { followed: rows.length, notLeft: found }
  })
  // By itself, because it locks their appointments first.
  if (notLeft.length > 0)
    await inTransaction(pool, { holder: holdersOf(notLeft) }, async (tx) => withdrawNotLeft(tx, notLeft))
  return followed
}
