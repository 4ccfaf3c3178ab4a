import { statement, type HolderTx } from '#/kernel/postgres/db.ts'

export const changeAreas = ['appointments', 'requests', 'organization'] as const
export type ChangeArea = (typeof changeAreas)[number]

/** A mark for each area, which differs whenever a change of it was committed since; empty where none is remembered. */
export async function readMarks(tx: HolderTx): Promise<Record<ChangeArea, string>> {
  const rows = await tx.rows(selectMarks, [tx.platformHolderId, changeAreas])
  const marks = new Map(rows.map(({ area, mark }) => [area, mark]))
  return {
    appointments: marks.get('appointments') ?? '',
    requests: marks.get('requests') ?? '',
    organization: marks.get('organization') ?? '',
  }
}

// Made from several transactions, because one with an earlier number can be committed later.
const selectMarks = statement<{ area: ChangeArea; mark: string }>(
  'select_change_marks',
  `select areas.area, newest.mark
   from unnest($2::text[]) as areas(area) cross join lateral (
     select md5(string_agg(c.transaction_id::text, ' ' order by c.transaction_id)) as mark from (
       select transaction_id from holder_change
       where platform_holder_id = $1 and area = areas.area order by transaction_id desc limit 100) c) newest
   where newest.mark is not null
   order by areas.area limit 3`,
)
