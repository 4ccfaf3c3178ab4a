import { statement, type Tx } from '#/kernel/postgres/db.ts'

/** Hours between two copies of the same person's data. */
const hoursBetween = 24

/**
 * Notes that a copy of the data is made now; of two concurrent calls one succeeds.
 *
 * @returns null, or how many seconds too early this is
 */
export async function claimExport(tx: Tx, recipientId: string): Promise<number | null> {
  const claimed = await tx.rows(noteExport, [recipientId])
  if (claimed.length > 0) return null
  const [row] = await tx.rows(selectWait, [recipientId])
  return Math.max(1, row?.seconds ?? 1)
}

const noteExport = statement(
  'note_data_export',
  `update recipient set data_exported_at = tijdig_now()
   where id = $1 and coalesce(data_exported_at <= tijdig_now() - interval '${hoursBetween} hours', true)
   returning 1 as noted`,
)
const selectWait = statement<{ seconds: number }>(
  'select_data_export_wait',
  `select ceil(extract(epoch from data_exported_at + interval '${hoursBetween} hours' - tijdig_now()))::int as seconds
   from recipient
   where id = $1`,
)
