import { statement, type Tx } from '#/kernel/postgres/db.ts'

/** How many appointments of a holder are still to come. Operator work. */
export async function countAhead(tx: Tx, platformHolderId: string): Promise<number> {
  const [row] = await tx.rows(selectCountAhead, [platformHolderId])
  return row?.ahead ?? 0
}

const selectCountAhead = statement<{ ahead: number }>(
  'count_appointments_ahead',
  `select count(*) as ahead from appointment
   where platform_holder_id = $1 and starts_at > tijdig_now() and status = 'registered'`,
)
