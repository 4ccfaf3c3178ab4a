import { statement, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'

/** What is stored of a grant that may be used. */
export type GrantRow = {
  readonly encryptedGrant: string
  readonly grantRevision: number
  readonly accessExpiresAt: Temporal.Instant | null
  readonly isLeased: boolean
  /** True when it was of use within the last day. */
  readonly wasGoodLately: boolean
  readonly provider: 'google_calendar' | 'microsoft_365' | 'caldav'
  readonly now: Temporal.Instant
}

/** The grant of a connection; undefined unless it is connected. */
export async function findGrant(tx: HolderTx, integrationId: string): Promise<GrantRow | undefined> {
  const [row] = await tx.rows(selectGrant, [tx.platformHolderId, integrationId])
  return row
}

const selectGrant = statement<GrantRow>(
  'select_calendar_grant',
  `select encrypted_grant, grant_revision, access_expires_at,
     coalesce(refresh_leased_until > now(), false) as is_leased, provider,
          coalesce(greatest(last_success_at, connected_at) > tijdig_now() - interval '1 day', false) as was_good_lately,
          tijdig_now() as now
   from integration_connection
   where platform_holder_id = $1 and integration_id = $2 and status = 'connected'`,
)

/** Takes the lease to refresh one revision of a grant for 30 s; false when another has it or the grant has changed. */
export async function leaseRefresh(tx: HolderTx, integrationId: string, revision: number): Promise<boolean> {
  return (await tx.rows(updateLease, [tx.platformHolderId, integrationId, revision])).length > 0
}

const updateLease = statement(
  'lease_calendar_refresh',
  `update integration_connection set refresh_leased_until = now() + interval '30 seconds'
   where platform_holder_id = $1 and integration_id = $2 and status = 'connected' and grant_revision = $3
     and coalesce(refresh_leased_until <= now(), true)
   returning 1`,
)

/** Stores the outcome of a refresh and ends its lease; false when the connection was changed meanwhile. */
export async function storeRefreshed(
  tx: Tx,
  refreshed: {
    readonly platformHolderId: string
    readonly integrationId: string
    readonly revision: number
    readonly encryptedGrant: string
    readonly accessExpiresAt: Temporal.Instant
  },
): Promise<boolean> {
  const { platformHolderId, integrationId, revision, encryptedGrant, accessExpiresAt } = refreshed
  const values = [platformHolderId, integrationId, revision, encryptedGrant, accessExpiresAt]
  return (await tx.rows(updateGrant, values)).length > 0
}

const updateGrant = statement(
  'store_refreshed_grant',
  `update integration_connection
   set encrypted_grant = $4, access_expires_at = $5, grant_revision = grant_revision + 1, refresh_leased_until = null
   where platform_holder_id = $1 and integration_id = $2 and status = 'connected' and grant_revision = $3
   returning 1`,
)

/** Releases the lease of a refresh that failed. */
export async function releaseRefresh(tx: HolderTx, integrationId: string, revision: number): Promise<void> {
  await tx.rows(clearLease, [tx.platformHolderId, integrationId, revision])
}

const clearLease = statement(
  'release_calendar_refresh',
  `update integration_connection set refresh_leased_until = null
   where platform_holder_id = $1 and integration_id = $2 and grant_revision = $3`,
)

/** Stores the same grant under another key; without effect when it is another grant by now. */
export async function storeResealed(
  tx: Tx,
  resealed: {
    readonly platformHolderId: string
    readonly integrationId: string
    readonly before: string
    readonly after: string
  },
): Promise<void> {
  await tx.rows(updateSeal, [resealed.platformHolderId, resealed.integrationId, resealed.before, resealed.after])
}

const updateSeal = statement(
  'store_resealed_grant',
  'update integration_connection set encrypted_grant = $4 where platform_holder_id = $1 and integration_id = $2 and encrypted_grant = $3',
)
