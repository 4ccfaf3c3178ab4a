import { statement, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import type { StoredCalendar } from '#/slices/calendars/selected/selected-calendars.ts'
import type { Provider } from '#/slices/calendars/integration-id.ts'
import { nextVersion } from '#/slices/calendars/store.ts'

export type NewAuthorization = {
  readonly platformHolderId: string
  readonly integrationId: string
  readonly provider: Provider
  readonly id: string
  readonly stateHash: Buffer
  readonly actorId: string
  readonly credentialId: string
  readonly authentication: 'session' | 'api_key'
  readonly expiresAt: Temporal.Instant
}

/** Makes an authorization the one that is waited for, in place of any earlier one; false when the kind is connected. */
export async function startAuthorization(tx: Tx, started: NewAuthorization): Promise<boolean> {
  const { platformHolderId, integrationId, provider, id, expiresAt } = started
  const pending = await tx.rows(upsertPending, [platformHolderId, integrationId, provider, id, expiresAt])
  if (pending.length === 0) return false
  const { stateHash, actorId, credentialId, authentication } = started
  tx.send(insertAuthorization, [
    platformHolderId,
    id,
    integrationId,
    stateHash,
    actorId,
    credentialId,
    authentication,
    expiresAt,
  ])
  return true
}

const upsertPending = statement(
  'upsert_integration_pending',
  `insert into integration_connection (platform_holder_id, integration_id, provider, status, authorization_id, authorization_expires_at)
   values ($1, $2, $3, 'authorization_pending', $4, $5)
   on conflict (platform_holder_id, integration_id) do update
   set status = 'authorization_pending', version = ${nextVersion}, authorization_id = $4, authorization_expires_at = $5,
       is_notice_due = false, updated_at = tijdig_now()
   where integration_connection.status <> 'connected' returning 1`,
)

const insertAuthorization = statement(
  'insert_integration_authorization',
  `insert into integration_authorization
     (platform_holder_id, id, integration_id, state_sha256, actor_id, credential_id, authentication, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
)

export type AuthorizationRow = {
  readonly platformHolderId: string
  readonly id: string
  readonly integrationId: string
  readonly provider: Provider
  readonly credentialId: string
  readonly authentication: 'session' | 'api_key'
  /** Still waited for, not yet used, and whoever started it may still do so. */
  readonly isOpen: boolean
  readonly clock: Temporal.Instant
}

/** The authorization behind a state, of any holder. */
export const findAuthorization = statement<AuthorizationRow>(
  'find_integration_authorization',
  `select platform_holder_id, id, integration_id, provider, credential_id, authentication, is_open, tijdig_now() as clock
   from find_integration_authorization($1)`,
)

/** Uses a state up, once; false when it was used before or is too old. */
export async function useAuthorization(tx: HolderTx, id: string): Promise<boolean> {
  return (await tx.rows(updateUsed, [tx.platformHolderId, id])).length > 0
}

const updateUsed = statement(
  'use_integration_authorization',
  `update integration_authorization set used_at = tijdig_now()
   where platform_holder_id = $1 and id = $2 and used_at is null and expires_at > tijdig_now() returning 1`,
)

/** Takes the lease of an authorization's form for 30 s; false while another attempt has it, and once it is used. */
export async function beginTry(tx: HolderTx, id: string): Promise<boolean> {
  return (await tx.rows(updateTried, [tx.platformHolderId, id])).length > 0
}

const updateTried = statement(
  'begin_integration_try',
  `update integration_authorization set tried_until = now() + interval '30 seconds'
   where platform_holder_id = $1 and id = $2 and used_at is null and (tried_until is null or tried_until <= now())
   returning 1`,
)

/** Lets the form be tried again. */
export async function endTry(tx: HolderTx, id: string): Promise<void> {
  await tx.rows(clearTried, [tx.platformHolderId, id])
}

const clearTried = statement(
  'end_integration_try',
  'update integration_authorization set tried_until = null where platform_holder_id = $1 and id = $2',
)

export type Connected = {
  readonly platformHolderId: string
  readonly integrationId: string
  readonly authorizationId: string
  readonly encryptedGrant: string
  readonly accessExpiresAt: Temporal.Instant | null
  readonly accountKey: Buffer | null
  readonly accountLabel: string | null
  readonly scopes: readonly string[]
  readonly calendars: readonly StoredCalendar[]
}

/** Stores what was granted; false when this authorization is no longer waited for. */
export async function storeConnected(tx: Tx, connected: Connected): Promise<boolean> {
  const values = [
    connected.platformHolderId,
    connected.integrationId,
    connected.authorizationId,
    connected.encryptedGrant,
    connected.accessExpiresAt,
    connected.accountKey,
    connected.accountLabel,
    connected.scopes,
    JSON.stringify(connected.calendars),
  ]
  return (await tx.rows(updateConnected, values)).length > 0
}

const updateConnected = statement(
  'store_integration_connected',
  `update integration_connection
   set status = 'connected', version = ${nextVersion}, authorization_id = null, authorization_expires_at = null,
       encrypted_grant = $4, access_expires_at = $5, grant_revision = grant_revision + 1, refresh_leased_until = null,
       account_key = $6, account_label = $7, granted_scopes = $8, calendars = $9, calendars_listed_at = tijdig_now(),
       connected_at = tijdig_now(),
       last_error_code = null, is_notice_due = false, updated_at = tijdig_now()
   where platform_holder_id = $1 and integration_id = $2 and authorization_id = $3 and status = 'authorization_pending'
   returning 1`,
)

/** Notes that an authorization failed; without effect when it is no longer waited for. */
export async function storeFailed(
  tx: Tx,
  failed: {
    readonly platformHolderId: string
    readonly integrationId: string
    readonly authorizationId: string
    readonly code: 'consent_revoked' | 'permission_missing' | 'provider_unavailable'
  },
): Promise<void> {
  await tx.rows(updateFailed, [failed.platformHolderId, failed.integrationId, failed.authorizationId, failed.code])
}

const updateFailed = statement(
  'store_integration_failed',
  `update integration_connection
   set status = 'error', version = ${nextVersion}, authorization_id = null, authorization_expires_at = null,
       last_error_at = tijdig_now(), last_error_code = $4, updated_at = tijdig_now()
   where platform_holder_id = $1 and integration_id = $2 and authorization_id = $3 and status = 'authorization_pending'`,
)
