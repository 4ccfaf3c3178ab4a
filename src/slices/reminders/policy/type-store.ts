import { joinType } from '#/slices/appointment-types/sql.ts'
import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { isId } from '#/kernel/ids.ts'
import { typeColumns, type TypeRow } from './type-plan.ts'

/** Whether an id names an active type, which then cannot be archived before the transaction ends. Null names none. */
export async function isBookableType(tx: Tx, platformHolderId: string, id: string | null): Promise<boolean> {
  if (id === null || !isId(id)) return false
  return (await tx.rows(lockBookable, [platformHolderId, id])).length > 0
}

// Nobody can archive a global type, so it needs no lock. An edit locks a type for long, and a key share waits only for
// whoever archives.
const lockBookable = statement(
  'lock_bookable_type',
  `with own as materialized (
     select 1 from appointment_type where platform_holder_id = $1 and id = $2 and status = 'active' for key share)
   select 1 as found from own
   union all
   select 1 from appointment_type
   where platform_holder_id = '00000000-0000-0000-0000-000000000000' and id = $2 and status = 'active'`,
)

/** What a preview says about a type. */
export type PreviewType = TypeRow & { readonly safeName: Readonly<Record<string, string>> | null }

/** The type as a preview needs it; null when there is none. */
export async function findTypeForPreview(tx: Tx, platformHolderId: string, id: string): Promise<PreviewType | null> {
  if (!isId(id)) return null
  const [row] = await tx.rows(selectForPreview, [platformHolderId, id])
  return row ?? null
}

const selectForPreview = statement<PreviewType>(
  'select_type_for_preview',
  `select ${typeColumns}, case when t.sms_safe then t.name end as safe_name
   from reminder_policy p ${joinType('p', '$2::uuid')} where p.platform_holder_id = $1 and t.id is not null`,
)
