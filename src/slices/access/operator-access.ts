import { sha256 } from '#/kernel/derived-keys.ts'
import { statement, type Tx } from '#/kernel/db.ts'
import { newId } from '#/kernel/ids.ts'
import { createApiKeySecret, prefixOf } from './api-key-secret.ts'

/**
 * Assigns an e-mail address to a holder, or makes an ended assignment active again. Operator work.
 *
 * @returns the member of staff
 */
export async function inviteStaff(tx: Tx, platformHolderId: string, email: string): Promise<{ id: string }> {
  const [row] = await tx.rows(upsertStaff, [platformHolderId, newId(), email.trim().toLowerCase()])
  if (!row) throw new Error('The member of staff could not be stored')
  return row
}

/** Ends an assignment: its sessions and keys fail on their next request. @returns whether there was an active one */
export async function deactivateStaff(tx: Tx, platformHolderId: string, email: string): Promise<boolean> {
  return (await tx.rows(endStaff, [platformHolderId, email.trim().toLowerCase()])).length > 0
}

type NewKey = {
  /** Null for a recipient's. */
  readonly platformHolderId: string | null
  readonly actorId: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly days: number
}

/** An API key made outside the API, for the demo and the tests. @returns the secret, once */
export async function createApiKeyRow(tx: Tx, key: NewKey): Promise<string> {
  const secret = createApiKeySecret()
  await tx.rows(insertKey, [
    newId(),
    key.platformHolderId,
    key.actorId,
    key.platformHolderId === null ? 'recipient' : 'platform_holder_user',
    key.name,
    prefixOf(secret),
    sha256(secret),
    key.scopes,
    key.days,
  ])
  return secret
}

const upsertStaff = statement<{ id: string }>(
  'upsert_staff',
  `insert into staff_member (platform_holder_id, id, email) values ($1, $2, $3)
   on conflict (platform_holder_id, email) do update set status = 'active', updated_at = tijdig_now() returning id`,
)
const endStaff = statement(
  'end_staff',
  `update staff_member set status = 'inactive', updated_at = tijdig_now()
   where platform_holder_id = $1 and email = $2 and status = 'active' returning id`,
)
const insertKey = statement(
  'insert_operator_key',
  `insert into api_key (id, platform_holder_id, actor_id, role, name, kind, prefix, secret_sha256, scopes, created_at, expires_at)
   values ($1, $2, $3, $4, $5, 'full', $6, $7, $8, tijdig_now(), tijdig_now() + $9 * interval '1 day')`,
)
