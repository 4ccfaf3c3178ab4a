import type pg from 'pg'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import { bindHolder, inTransaction } from '#/kernel/postgres/db.ts'
import { emptyNetworks, tellOwners } from '#/slices/access/access.ts'
import { getHolder } from './holder.ts'

/**
 * Lets the staff and keys of a holder in from everywhere, as long as it names no networks again: for an organization whose
 * own networks have changed, so that none of its staff can say so. Its owners are told.
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
    const bound = bindHolder(tx, id)
    const before = await emptyNetworks(bound)
    if (!before) return { id, displayName, isChanged: false }
    const after = { sessionNetworks: [], keyNetworks: [] }
    await tellOwners(bound, before, after, { changedBy: null, changedAt: before.updatedAt })
    auditOperator(tx, { platformHolderId: id, action: 'holderNetworksCleared', subjects: [id] })
    return { id, displayName, isChanged: true }
  })
}
