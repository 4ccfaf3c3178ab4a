import type pg from 'pg'
import { runOnce, type HolderTx } from '#/kernel/postgres/db.ts'
import type { NumberedEvent } from './message.ts'
import { lockStream, numberNext, selectHoldersToNumber } from './numbering-store.ts'

/** The holders that have events without a number, a thousand at most. @param pool acts as tijdig_worker */
export async function holdersToNumber(pool: pg.Pool): Promise<string[]> {
  const rows = await runOnce(pool, selectHoldersToNumber)
  return rows.map(({ platformHolderId }) => platformHolderId)
}

/**
 * Numbers what was committed, at most `mostNumbered` events in the order of their ids. The stream of the holder stays
 * locked until the transaction ends, so that numbers have no gaps, and none appears behind somebody who reads on from the
 * newest (docs/decisions/0016-events-are-numbered-after-the-commit.md).
 *
 * @returns the events that now have a number, in its order; as many as `mostNumbered` when there may be more
 */
export function numberEvents(tx: HolderTx): Promise<NumberedEvent[]> {
  tx.send(lockStream, [tx.platformHolderId])
  return tx.rows(numberNext, [tx.platformHolderId])
}
