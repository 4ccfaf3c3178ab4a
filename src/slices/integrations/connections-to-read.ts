import { statement, type Tx } from '#/kernel/db.ts'

/** A connection the synchronisation may read. */
export type ConnectionToRead = {
  readonly platformHolderId: string
  readonly integrationId: string
  readonly provider: 'google_calendar' | 'microsoft_365' | 'caldav'
  readonly lastSuccessAt: Temporal.Instant | null
}

/**
 * Connected connections of all active holders, by integration id; ids only. Needs the worker's role, in a transaction
 * bound to no holder.
 *
 * @param page the last id of the page before, or null, and how many at most
 */
export async function listConnectionsToRead(
  tx: Tx,
  page: { readonly afterId: string | null; readonly size: number },
): Promise<readonly ConnectionToRead[]> {
  return tx.rows(selectConnections, [page.afterId, page.size])
}

const selectConnections = statement<ConnectionToRead>(
  'list_connections_to_read',
  `select platform_holder_id as "platformHolderId", integration_id as "integrationId", provider, last_success_at as "lastSuccessAt"
   from list_connections_to_read($1, $2)`,
)

/** A calendar of a connection, as the provider told it and staff chose it. */
export type StoredCalendar = {
  readonly calendarId: string
  readonly name: string
  readonly selected: boolean
  readonly timeZone: string | null
}

/** The calendars staff chose to read; none unless the connection is connected. */
export async function listSelectedCalendars(
  tx: Tx,
  platformHolderId: string,
  integrationId: string,
): Promise<readonly StoredCalendar[]> {
  const [row] = await tx.rows(selectCalendars, [platformHolderId, integrationId])
  return (row?.calendars ?? []).filter(({ selected }) => selected)
}

const selectCalendars = statement<{ calendars: readonly StoredCalendar[] }>(
  'select_calendars_of_connection',
  `select calendars from integration_connection
   where platform_holder_id = $1 and integration_id = $2 and status = 'connected'`,
)
