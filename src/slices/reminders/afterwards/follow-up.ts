import { inTransaction } from '#/kernel/postgres/db.ts'
import { listFollowUps } from '#/slices/reminders/sending/claim-store.ts'
import type { Dispatching } from '#/slices/reminders/sending/dispatch.ts'
import { awaitReceipts, loseTrack } from './follow-up-store.ts'

/**
 * Sees to rows whose time has come without news: a hand-over whose outcome was never recorded is unknown and looked up
 * (G17), one that is recorded waits for its receipt, and an SMS without a receipt in 72 hours is unknown.
 *
 * @returns how many rows were seen to
 */
export async function followUp({ pool }: Pick<Dispatching, 'pool'>): Promise<number> {
  const rows = await listFollowUps(pool, 1_500)
  const byHolder = Map.groupBy(rows, (row) => row.platformHolderId)
  for (const [platformHolderId, own] of byHolder) {
    const ids = own.map((row) => row.id)
    await inTransaction(pool, { holder: platformHolderId }, async (tx) => {
      await tx.rows(awaitReceipts, [platformHolderId, ids])
      await tx.rows(loseTrack, [platformHolderId, ids])
    })
  }
  return rows.length
}
