import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { inOrderOfId } from './claim-store.ts'
import type { Claim } from './sending.ts'

/**
 * Gives up the lease of rows whose message leaves now, while they are still handed over by this very claim: from then on
 * nobody takes the message for one that has not left. @returns the ids of those that were
 */
export async function markLeaving(tx: Tx, claims: readonly Claim[]): Promise<ReadonlySet<string>> {
  const rows = inOrderOfId(claims)
  const values = [rows.map((row) => row.platformHolderId), rows.map((row) => row.id), rows.map((row) => row.claimNo)]
  return new Set((await tx.rows(markLeft, values)).map((row) => row.id))
}

// On the row, not the attempt: whoever takes back what has not left locks the same row, and looks at its lease again.
const markLeft = statement<{ id: string }>(
  'mark_leaving',
  `update reminder r set lease_until = null, updated_at = (select tijdig_now())
   from unnest($1::uuid[], $2::uuid[], $3::int[]) as c(holder, id, claim_no)
   where r.platform_holder_id = c.holder and r.id = c.id and r.claim_no = c.claim_no and r.state = 'handed_over'
   returning r.id`,
)
