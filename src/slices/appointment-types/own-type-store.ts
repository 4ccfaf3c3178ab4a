import { statement, type HolderTx } from '#/kernel/postgres/db.ts'

/** When the newest of a holder's own active types was changed; null when it has none. Global types do not count. */
export async function findOwnTypeChangedAt(tx: HolderTx): Promise<Temporal.Instant | null> {
  return (await tx.rows(selectOwnTypeChanged, [tx.platformHolderId]))[0]?.updatedAt ?? null
}

const selectOwnTypeChanged = statement<{ updatedAt: Temporal.Instant }>(
  'select_own_type_changed',
  `select updated_at from appointment_type
   where platform_holder_id = $1 and status = 'active' order by updated_at desc limit 1`,
)
