import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import type { StoredCalendar } from '#/slices/calendars/selected/selected-calendars.ts'

export type ConnectionRow = RowOf<typeof connectionColumns> & {
  readonly version: number
  /** True for an authorization that nobody completed in time: a failure that nothing was written for. */
  readonly isExpired: boolean
  readonly calendars: readonly StoredCalendar[]
}

/**
 * An authorization that expired has failed at that moment, though nothing was written: the version shown counts it, and
 * every statement that writes one on counts it too.
 */
const isExpired = `(integration_connection.status = 'authorization_pending'
  and coalesce(integration_connection.authorization_expires_at <= tijdig_now(), false))`
export const nextVersion = `integration_connection.version + 1 + ${isExpired}::int`

const connectionColumns = columns(
  'integration_connection',
  `integration_id, provider, status, authorization_expires_at, encrypted_grant, account_key, account_label, granted_scopes, calendars,
  calendars_listed_at, connected_at, last_success_at, last_error_at, last_error_code`,
)
const connection = `${connectionColumns}, version + ${isExpired}::int as version, ${isExpired} as is_expired`

/** The connections of a holder; a kind that was never authorized has none. */
export function listConnections(tx: HolderTx): Promise<ConnectionRow[]> {
  return tx.rows(selectConnections, [tx.platformHolderId])
}

const selectConnections = statement<ConnectionRow>(
  'select_integration_connections',
  `select ${connection} from integration_connection where platform_holder_id = $1 order by provider limit 10`,
)

/**
 * One connection, locked until the transaction ends; null when there is none. `for no key update`: an event that is
 * being settled refers to it and holds the calendar that a disconnection deletes next, so a stronger lock could
 * deadlock.
 */
export async function lockConnection(tx: HolderTx, integrationId: string): Promise<ConnectionRow | null> {
  const [row] = await tx.rows(selectLocked, [tx.platformHolderId, integrationId])
  return row ?? null
}

const selectLocked = statement<ConnectionRow>(
  'lock_integration_connection',
  `select ${connection}
   from integration_connection
   where platform_holder_id = $1 and integration_id = $2 for no key update`,
)

/** Writes which calendars are read, and raises the version. */
export async function storeCalendars(
  tx: HolderTx,
  integrationId: string,
  calendars: readonly StoredCalendar[],
): Promise<ConnectionRow> {
  const [row] = await tx.rows(updateCalendars, [tx.platformHolderId, integrationId, JSON.stringify(calendars)])
  if (!row) throw new Error('A connection that is locked is gone')
  return row
}

const updateCalendars = statement<ConnectionRow>(
  'store_integration_calendars',
  `update integration_connection set calendars = $3, version = ${nextVersion}, updated_at = tijdig_now()
   where platform_holder_id = $1 and integration_id = $2 returning ${connection}`,
)

/** Ends a connection and deletes what was granted; its history stays. */
export async function storeDisconnected(tx: HolderTx, integrationId: string): Promise<ConnectionRow> {
  const [row] = await tx.rows(updateDisconnected, [tx.platformHolderId, integrationId])
  if (!row) throw new Error('A connection that is locked is gone')
  return row
}

const updateDisconnected = statement<ConnectionRow>(
  'store_integration_disconnected',
  `update integration_connection
   set status = 'disconnected', version = ${nextVersion}, authorization_id = null, authorization_expires_at = null,
       encrypted_grant = null, grant_revision = grant_revision + 1, access_expires_at = null,
       refresh_leased_until = null,
       account_key = null, account_label = null, granted_scopes = '{}', calendars = '[]', calendars_listed_at = null,
       connected_at = null,
       last_error_code = null, is_notice_due = false, updated_at = tijdig_now()
   where platform_holder_id = $1 and integration_id = $2 returning ${connection}`,
)
