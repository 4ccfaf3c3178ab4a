import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import type { HolderProfile } from './profile.ts'

export type HolderStatus = HolderProfile['status']

/** A platform holder as the operator lists it. */
export type HolderRow = RowOf<typeof holderColumns> & {
  readonly id: string
}

const holderColumns = columns(
  'platform_holder',
  'display_name, status, is_test, default_locale, default_timezone, active_from',
)

/** All platform holders, oldest first. Operator work. */
export function listHolderRows(tx: Tx): Promise<HolderRow[]> {
  return tx.rows(selectHolders)
}

/** The holder; null when there is none. Operator work. */
export async function findHolder(
  tx: Tx,
  platformHolderId: string,
): Promise<{ displayName: string; status: HolderStatus } | null> {
  return (await tx.rows(selectHolder, [platformHolderId]))[0] ?? null
}

/** The holder, locked until the transaction ends; null when there is none. Operator work. */
export async function findHolderForUpdate(
  tx: Tx,
  platformHolderId: string,
): Promise<{ displayName: string; status: HolderStatus } | null> {
  return (await tx.rows(lockHolder, [platformHolderId]))[0] ?? null
}

/** Writes the status; the first time it is active is remembered for good. Operator work. */
export async function updateHolderStatus(tx: Tx, platformHolderId: string, status: HolderStatus): Promise<void> {
  await tx.rows(updateStatus, [platformHolderId, status])
}

const selectHolders = statement<HolderRow>(
  'list_holders',
  `select platform_holder_id as id, ${holderColumns}
   from platform_holder order by created_at, platform_holder_id`,
)
const selectHolder = statement<{ displayName: string; status: HolderStatus }>(
  'select_holder',
  'select display_name, status from platform_holder where platform_holder_id = $1',
)
// Not `for update`: new rows may still refer to it.
const lockHolder = statement<{ displayName: string; status: HolderStatus }>(
  'lock_holder',
  'select display_name, status from platform_holder where platform_holder_id = $1 for no key update',
)
const updateStatus = statement(
  'update_holder_status',
  `update platform_holder set status = $2, updated_at = tijdig_now(),
     active_from = case when $2 = 'active' then coalesce(active_from, tijdig_now()) else active_from end
   where platform_holder_id = $1`,
)

/** How many test organizations there are. Operator work. */
export const countTestHolders = statement<{ count: number }>(
  'count_test_holders',
  `select count(*) from platform_holder where is_test and status <> 'deleted'`,
)

export const insertHolder = statement(
  'insert_holder',
  `insert into platform_holder (platform_holder_id, display_name, default_locale, default_timezone, is_test)
   values ($1, $2, $3, $4, $5)`,
)
