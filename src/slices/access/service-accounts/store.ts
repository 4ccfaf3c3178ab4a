import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import type { Position } from '#/kernel/page.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'

export type ServiceAccountRow = {
  readonly id: string
  readonly name: string
  readonly status: 'active' | 'inactive'
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
  readonly lastUsedAt: Temporal.Instant | null
  readonly activeKeys: number
  readonly nextKeyEndsAt: Temporal.Instant | null
}

const accounts = `select m.id, m.name, m.status, m.created_at, m.updated_at, k.last_used_at, k.active_keys, k.next_key_ends_at
  from staff_member m
  cross join lateral (
    select max(k.last_used_at) as last_used_at,
      count(*) filter (where k.revoked_at is null and k.expires_at > tijdig_now())::int as active_keys,
      min(k.expires_at) filter (where k.revoked_at is null and k.expires_at > tijdig_now()) as next_key_ends_at
    from api_key k
    where k.platform_holder_id = m.platform_holder_id and k.actor_id = m.id) k
  where m.platform_holder_id = $1 and m.kind = 'service'`

/** Newest first, one row more than the page. */
export function listAccounts(tx: HolderTx, after: Position | null, size: number): Promise<ServiceAccountRow[]> {
  return tx.rows(selectAccounts, [tx.platformHolderId, after?.[0] ?? null, after?.[1] ?? null, size + 1])
}

const selectAccounts = statement<ServiceAccountRow>(
  'list_service_accounts',
  `${accounts} and ($2::timestamptz is null or (m.created_at, m.id) < ($2::timestamptz, $3::uuid))
   order by m.created_at desc, m.id desc limit $4`,
)

/** @throws AppError NOT_FOUND */
export async function getAccount(tx: HolderTx, id: string): Promise<ServiceAccountRow> {
  const [row] = await tx.rows(selectAccount, [tx.platformHolderId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectAccount = statement<ServiceAccountRow>('select_service_account', `${accounts} and m.id = $2`)

/**
 * The state of an account, which stays as it is until the transaction ends: an archival waits for the key that is made,
 * and a key is not made for an account that was archived meanwhile.
 *
 * @throws AppError NOT_FOUND
 */
export async function lockAccount(tx: HolderTx, id: string): Promise<'active' | 'inactive'> {
  const [row] = await tx.rows(lockAccountRow, [tx.platformHolderId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return row.status
}

const lockAccountRow = statement<{ status: 'active' | 'inactive' }>(
  'lock_service_account',
  `select status from staff_member where platform_holder_id = $1 and id = $2 and kind = 'service' for no key update`,
)

/** How many accounts are active; who makes another one meanwhile waits. */
export async function countActiveAccounts(tx: HolderTx): Promise<number> {
  const [, [counted]] = await Promise.all([
    tx.rows(lockAccounts, [tx.platformHolderId]),
    tx.rows(selectAccountCount, [tx.platformHolderId]),
  ])
  return counted?.accounts ?? 0
}

const lockAccounts = statement(
  'lock_service_accounts',
  `select pg_advisory_xact_lock(hashtextextended('service_account ' || $1, 0))`,
)
const selectAccountCount = statement<{ accounts: number }>(
  'count_service_accounts',
  `select count(*)::int as accounts from staff_member
   where platform_holder_id = $1 and kind = 'service' and status = 'active'`,
)

/** @returns the id of the new account */
export async function insertAccount(tx: HolderTx, name: string): Promise<string> {
  const id = newId()
  await tx.rows(insertAccountRow, [tx.platformHolderId, id, name])
  return id
}

const insertAccountRow = statement(
  'insert_service_account',
  `insert into staff_member (platform_holder_id, id, kind, name) values ($1, $2, 'service', $3)`,
)

/** Ends an account and its keys. @returns the ids of these */
export async function endAccount(tx: HolderTx, id: string): Promise<string[]> {
  tx.send(endAccountRow, [tx.platformHolderId, id])
  return (await tx.rows(revokeKeysOfAccount, [tx.platformHolderId, id])).map((key) => key.id)
}

const endAccountRow = statement(
  'end_service_account',
  `update staff_member set status = 'inactive', updated_at = tijdig_now()
   where platform_holder_id = $1 and id = $2 and kind = 'service' and status = 'active'`,
)
const revokeKeysOfAccount = statement<{ id: string }>(
  'revoke_keys_of_service_account',
  `update api_key set revoked_at = tijdig_now()
   where platform_holder_id = $1 and actor_id = $2 and revoked_at is null returning id`,
)
