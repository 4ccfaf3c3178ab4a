import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { savedViewsMax, type SavedFilters } from './saved-view.ts'

export type SavedViewRow = RowOf<typeof viewColumns> & { readonly filters: SavedFilters }

const viewColumns = columns('saved_view', 'id, name, filters')

/** The views of a member of staff, by name. */
export function listSavedViews(tx: HolderTx, memberId: string): Promise<SavedViewRow[]> {
  return tx.rows(selectViews, [tx.platformHolderId, memberId])
}

const selectViews = statement<SavedViewRow>(
  'list_saved_views',
  `select ${viewColumns} from saved_view where platform_holder_id = $1 and staff_member_id = $2
   order by name, id limit ${savedViewsMax}`,
)

/** Stores a view, in place of one of the same name. @returns null when the member keeps the most there may be */
export async function storeSavedView(
  tx: HolderTx,
  memberId: string,
  { id, name, filters }: SavedViewRow,
): Promise<SavedViewRow | null> {
  // Whoever stores another at the same time waits, so that they are counted one after the other.
  const [, [stored]] = await Promise.all([
    tx.rows(lockMember, [tx.platformHolderId, memberId]),
    tx.rows(upsertView, [tx.platformHolderId, memberId, id, name, filters]),
  ])
  return stored ?? null
}

const lockMember = statement(
  'lock_member_for_saved_view',
  'select 1 from staff_member where platform_holder_id = $1 and id = $2 for no key update',
)
const upsertView = statement<SavedViewRow>(
  'store_saved_view',
  `insert into saved_view (platform_holder_id, staff_member_id, id, name, filters)
   select $1::uuid, $2::uuid, $3::uuid, $4::text, $5::jsonb
   where (
     select count(*)
     from saved_view v
     where v.platform_holder_id = $1 and v.staff_member_id = $2 and v.name <> $4) < ${savedViewsMax}
   on conflict (platform_holder_id, staff_member_id, name) do update set filters = excluded.filters,
     updated_at = tijdig_now()
   returning ${viewColumns}`,
)

/** @returns whether the member had it */
export async function deleteSavedView(tx: HolderTx, memberId: string, id: string): Promise<boolean> {
  return (await tx.rows(deleteView, [tx.platformHolderId, memberId, id])).length > 0
}

const deleteView = statement(
  'delete_saved_view',
  'delete from saved_view where platform_holder_id = $1 and staff_member_id = $2 and id = $3 returning id',
)
