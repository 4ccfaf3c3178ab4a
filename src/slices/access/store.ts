import type pg from 'pg'
import type { StaffRole } from '#/kernel/context.ts'
import { inTransaction, statement, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import type { Position } from '#/kernel/page.ts'
import { releaseRepliesSql } from '#/slices/replies/sql.ts'

export type CredentialRow = {
  readonly credentialId: string
  readonly authentication: 'api_key' | 'session'
  readonly actorId: string
  readonly scopes: readonly string[] | null
  readonly isRevoked: boolean
  readonly isExpired: boolean
  readonly actorStatus: string
  readonly holderStatus: string
  readonly isStale: boolean
  /** Whether its organization refuses it from the address it came from. */
  readonly isOutside: boolean
  readonly clock: Temporal.Instant
} & (
  | {
      readonly role: 'platform_holder_user'
      readonly platformHolderId: string
      readonly staffRole: StaffRole | null
      readonly locationIds: readonly string[]
      readonly includesUnassigned: boolean
    }
  | { readonly role: 'recipient'; readonly platformHolderId: null }
)

export const findCredential = statement<CredentialRow>(
  'find_credential',
  `select credential_id, authentication, actor_id, role, platform_holder_id, scopes, is_revoked, is_expired, actor_status, holder_status,
     is_stale, clock, staff_role, location_ids, includes_unassigned,
     is_outside_networks(platform_holder_id, authentication, $2::inet) as is_outside
   from find_caller($1)`,
)

/** Notes that a session or key is in use; at most once a minute, so that a read costs no write. */
export async function noteUse(pool: pg.Pool, credential: CredentialRow): Promise<void> {
  const { platformHolderId: holder, credentialId: id, authentication, role, actorId } = credential
  const recipient = role === 'recipient' ? actorId : null
  const statement = authentication === 'session' ? updateSessionSeen : updateKeyUsed
  await inTransaction(pool, { holder, recipient, commitWithoutWaiting: true }, (tx) => tx.rows(statement, [holder, id]))
}

const updateSessionSeen = statement(
  'update_session_seen',
  `update staff_session set last_seen_at = now() where platform_holder_id = $1 and id = $2`,
)

export type ApiKeyRow = RowOf<typeof apiKeyColumns>

const apiKeyColumns = columns(
  'api_key',
  'id, name, kind, prefix, role, scopes, created_at, expires_at, revoked_at, last_used_at',
)

/** Recipients' keys belong to no holder; the table's row-level security says the same. */
const ofOwner = '(platform_holder_id = $1 or ($1::uuid is null and platform_holder_id is null))'

/** Of calls at once one notes it, and the others wait for nothing. */
const updateKeyUsed = statement(
  'update_key_used',
  `update api_key set last_used_at = tijdig_now()
   where id in (
     select id
     from api_key
     where ${ofOwner} and id = $2 and (last_used_at is null or last_used_at < tijdig_now() - interval '1 minute')
     for update skip locked)`,
)

/** Counts an actor's active keys; who makes another one meanwhile waits. */
export async function countActiveKeys(tx: Tx, owner: string | null, actorId: string): Promise<number> {
  const [, [counted]] = await Promise.all([
    tx.rows(lockKeysOfActor, [actorId]),
    tx.rows(selectActiveKeyCount, [owner, actorId]),
  ])
  return counted?.keys ?? 0
}

const lockKeysOfActor = statement(
  'lock_keys_of_actor',
  `select pg_advisory_xact_lock(hashtextextended('api_key ' || $1, 0))`,
)
const selectActiveKeyCount = statement<{ keys: number }>(
  'count_active_keys',
  `select count(*)::int as keys from api_key
   where ${ofOwner} and actor_id = $2 and revoked_at is null and expires_at > tijdig_now()`,
)

export const insertApiKey = statement<ApiKeyRow>(
  'insert_api_key',
  `insert into api_key (id, platform_holder_id, actor_id, role, name, kind, prefix, secret_sha256, scopes, created_at, expires_at, profile_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${apiKeyColumns}`,
)

/** Idempotent: a key that was revoked before keeps its instant. */
export const revokeApiKeyRow = statement<ApiKeyRow>(
  'revoke_api_key',
  `update api_key set revoked_at = coalesce(revoked_at, $4)
   where ${ofOwner} and actor_id = $2 and id = $3 returning ${apiKeyColumns}`,
)

/** Newest first, one row more than the page. */
export function listApiKeyRows(
  tx: Tx,
  filter: { platformHolderId: string | null; actorId: string; after: Position | null; size: number },
) {
  return tx.rows(selectApiKeys, [
    filter.platformHolderId,
    filter.actorId,
    filter.after?.[0] ?? null,
    filter.after?.[1] ?? null,
    filter.size + 1,
  ])
}

const selectApiKeys = statement<ApiKeyRow>(
  'select_api_keys',
  `select ${apiKeyColumns} from api_key
   where ${ofOwner} and actor_id = $2
     and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::uuid))
   order by created_at desc, id desc limit $5`,
)

/** Now, by the product's clock. */
export async function readNow(tx: Tx): Promise<Temporal.Instant> {
  const [clock] = await tx.rows(selectNow)
  if (!clock) throw new Error('The test clock row is missing: run `tijdig migrate`')
  return clock.now
}

const selectNow = statement<{ now: Temporal.Instant }>('select_access_now', 'select tijdig_now() as now')

export type MemberRow = {
  readonly id: string
  readonly email: string
  readonly status: 'active' | 'invited' | 'inactive'
  readonly role: StaffRole
  readonly createdAt: Temporal.Instant
  readonly lastSeenAt: Temporal.Instant | null
  readonly passkeys: number
  readonly apiKeys: number
}

export const selectMembers = statement<MemberRow>(
  'list_members',
  `select m.id, m.email, m.role, m.status, m.created_at,
     (select max(s.last_seen_at)
       from staff_session s
       where s.platform_holder_id = m.platform_holder_id and s.staff_member_id = m.id) as last_seen_at,
     (select count(*) from staff_passkey p where p.email = m.email) as passkeys,
     (select count(*) from api_key k where k.platform_holder_id = m.platform_holder_id and k.actor_id = m.id
        and k.revoked_at is null and k.expires_at > tijdig_now()) as api_keys
   from staff_member m where m.platform_holder_id = $1 and m.kind = 'person' order by m.status, m.email limit 10000`,
)

/** `is_new` is false when the assignment was active already. */
export const upsertStaff = statement<{ id: string; isNew: boolean }>(
  'upsert_staff',
  `with active as (select from staff_member where platform_holder_id = $1 and email = $3 and status = 'active')
   insert into staff_member as m (platform_holder_id, id, email, role) values ($1, $2, $3, coalesce($4, 'owner'))
   on conflict (platform_holder_id, email) do update set status = 'active', is_newcomer = false, role = coalesce($4, m.role),
     location_ids = case when $4::text is null then m.location_ids else '{}' end, updated_at = tijdig_now()
   returning id, not exists (select from active) as is_new`,
)

/** The replies of recipients that somebody who left had taken wait for whoever takes them next. */
export const releaseReplies = statement<{ id: string }>('release_replies_of_staff', releaseRepliesSql)

export const endStaff = statement<{ id: string }>(
  'end_staff',
  `update staff_member set status = 'inactive', version = version + 1, updated_at = tijdig_now()
   where platform_holder_id = $1 and email = $2 and status = 'active' returning id`,
)

/** Ends the keys and sessions of an address that is no longer active at a holder; does nothing for an active one. */
export const endCredentialsOfFormer = statement<{ kind: 'key' | 'session'; id: string }>(
  'end_credentials_of_former',
  `with former as (
     select platform_holder_id, id
     from staff_member
     where platform_holder_id = $1 and email = $2 and status = 'inactive'),
   revoked as (
     update api_key k set revoked_at = tijdig_now() from former f
     where k.platform_holder_id = f.platform_holder_id and k.actor_id = f.id and k.revoked_at is null returning k.id),
   ended as (
     update staff_session w set ended_at = now() from former f
     where w.platform_holder_id = f.platform_holder_id and w.staff_member_id = f.id and w.ended_at is null
     returning w.id)
   select 'key' as kind, id from revoked union all select 'session', id from ended order by kind, id`,
)

/** The interface locale of one actor; null when none was chosen. */
export async function findInterfaceLocale(tx: HolderTx, actorId: string): Promise<string | null> {
  const [row] = await tx.rows(selectInterfaceLocale, [tx.platformHolderId, actorId])
  return row?.interfaceLocale ?? null
}

export async function storeInterfaceLocale(tx: HolderTx, actorId: string, locale: string): Promise<void> {
  await tx.rows(updateInterfaceLocale, [tx.platformHolderId, actorId, locale])
}

const selectInterfaceLocale = statement<{ interfaceLocale: string | null }>(
  'select_interface_locale',
  'select interface_locale from staff_member where platform_holder_id = $1 and id = $2',
)
const updateInterfaceLocale = statement(
  'update_interface_locale',
  `update staff_member set interface_locale = $3, updated_at = tijdig_now() where platform_holder_id = $1 and id = $2`,
)

/** Whether what a holder sends goes to its inbox (G29). */
export async function isTestHolder(tx: Tx, platformHolderId: string): Promise<boolean> {
  const [row] = await tx.rows(selectIsTest, [platformHolderId])
  return row?.isTest ?? false
}

const selectIsTest = statement<{ isTest: boolean }>(
  'select_is_test_holder',
  'select is_test from platform_holder where platform_holder_id = $1',
)

/** Where mail for a holder's staff goes: its inbox address, or else its first active member of staff; null when it has neither. */
export async function findStaffInbox(tx: HolderTx): Promise<{ email: string; locale: string } | null> {
  const [row] = await tx.rows(selectStaffInbox, [tx.platformHolderId])
  return row ?? null
}

const selectStaffInbox = statement<{ email: string; locale: string }>(
  'select_staff_inbox',
  `select coalesce(nullif(h.communication_inbox_email, ''), s.email) as email,
     coalesce(s.interface_locale, h.default_locale) as locale
   from platform_holder h
   left join staff_member s on s.platform_holder_id = h.platform_holder_id and s.status = 'active' and s.kind = 'person'
   where h.platform_holder_id = $1 and coalesce(nullif(h.communication_inbox_email, ''), s.email) is not null
   order by s.created_at, s.id limit 1`,
)

/** Ends the keys of a recipient: they were made through a link, and whoever made them may not keep them when it ends. @returns how many */
export async function revokeRecipientKeys(tx: Tx, recipientId: string): Promise<number> {
  return (await tx.rows(revokeOfRecipient, [recipientId])).length
}

const revokeOfRecipient = statement<{ id: string }>(
  'revoke_recipient_keys',
  `update api_key set revoked_at = tijdig_now()
   where platform_holder_id is null and role = 'recipient' and actor_id = $1 and revoked_at is null returning id`,
)
