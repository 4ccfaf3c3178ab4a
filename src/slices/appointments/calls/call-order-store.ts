import { statement, type HolderTx } from '#/kernel/postgres/db.ts'

/** Records with the commit whether whoever these entries are objected to being ordered by more than the start (article 21). */
export function orderEntriesByStart(tx: HolderTx, entries: readonly string[], isOrderedByStartOnly: boolean): void {
  tx.send(update, [tx.platformHolderId, entries, isOrderedByStartOnly])
}

const update = statement(
  'update_call_order',
  `with locked as materialized (
     select r.id
     from holder_recipient r
     where r.platform_holder_id = $1 and r.id = any($2::uuid[])
     order by r.id for no key update)
   update holder_recipient r set is_ordered_by_start_only = $3
   from locked
   where r.platform_holder_id = $1 and r.id = locked.id`,
)
