import type pg from 'pg'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { clearNetworks } from '#/slices/access/access.ts'
import { getHolder } from './holder.ts'

/**
 * Lets the staff and keys of a holder in from everywhere, as long as it names no networks again: for an organization whose
 * own networks have changed, so that none of its staff can say so.
 *
 * @param pool acts as tijdig_operator
 * @throws OperatorError when there is no such holder
 */
export async function clearHolderNetworks(
  pool: pg.Pool,
  id: string,
): Promise<{ readonly id: string; readonly displayName: string; readonly isChanged: boolean }> {
  return inTransaction(pool, { holder: null }, async (tx) => {
    const { displayName } = await getHolder(tx, id)
    const isChanged = await clearNetworks(tx, id)
    if (isChanged) auditOperator(tx, { platformHolderId: id, action: 'holderNetworksCleared', subjects: [id] })
    return { id, displayName, isChanged }
  })
}
