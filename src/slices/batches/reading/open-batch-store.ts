import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { itemOutcome, messageOfItem } from '#/slices/batches/sql.ts'

export type OpenBatch = { readonly id: string; readonly isAtWork: boolean; readonly mustCall: number }

/** The newest batch of two weeks that is at work, or leaves people to call before they come. */
export async function findOpenBatch(tx: HolderTx): Promise<OpenBatch | null> {
  const [row] = await tx.rows(selectOpen, [tx.platformHolderId])
  return row ?? null
}

const selectOpen = statement<OpenBatch>(
  'select_open_batch',
  `select o.id, o.is_at_work, o.must_call
   from (
     select b.id, b.created_at, b.state in ('holding', 'running') as is_at_work, (
         select count(*)::int from batch_item i
         join appointment a on a.platform_holder_id = i.platform_holder_id and a.id = i.appointment_id
         ${messageOfItem}
         where i.platform_holder_id = b.platform_holder_id and i.batch_id = b.id and i.starts_at > tijdig_now()
           and i.state in ('applied', 'must_call') and ${itemOutcome} = 'must_call') as must_call
     from batch b
     where b.platform_holder_id = $1 and b.created_at > tijdig_now() - interval '14 days' and b.state <> 'undone'
     order by b.created_at desc, b.id desc limit 10) o
   where o.is_at_work or o.must_call > 0
   order by o.created_at desc, o.id desc limit 1`,
)
