import { statement, type HolderTx } from '#/kernel/postgres/db.ts'

/**
 * Whether a batch said that this start of an appointment does not hold. Once a batch did, an appointment that awaits a new time
 * does so because of it, also when the person asked for another time besides.
 */
export async function isCalledOff(
  tx: HolderTx,
  { id, startsAt }: { readonly id: string; readonly startsAt: Temporal.Instant },
): Promise<boolean> {
  const [row] = await tx.rows(selectCalledOff, [tx.platformHolderId, id, startsAt])
  return row !== undefined
}

// The start tells it and no revision: a corrected contact is another revision of the same time.
const selectCalledOff = statement<{ id: string }>(
  'select_called_off',
  `select b.id
   from batch_item i
   join batch b on b.platform_holder_id = i.platform_holder_id and b.id = i.batch_id
   where i.platform_holder_id = $1 and i.appointment_id = $2 and i.starts_at = $3 and i.state = 'applied' and b.action = 'postpone'
   limit 1`,
)
