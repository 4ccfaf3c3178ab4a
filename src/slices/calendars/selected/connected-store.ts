import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import type { StoredCalendar } from './selected-calendars.ts'

/** When the newest of a holder's calendars that are connected now was connected; null when none is. */
export async function findLatestConnectedAt(tx: HolderTx): Promise<Temporal.Instant | null> {
  return (await tx.rows(selectLatestConnected, [tx.platformHolderId]))[0]?.connectedAt ?? null
}

const selectLatestConnected = statement<{ connectedAt: Temporal.Instant }>(
  'select_latest_connected_calendar',
  `select coalesce(connected_at, updated_at) as connected_at from integration_connection
   where platform_holder_id = $1 and status = 'connected' order by 1 desc limit 1`,
)

/** The calendars staff chose to read; none unless the connection is connected. */
export async function listSelectedCalendars(tx: HolderTx, integrationId: string): Promise<readonly StoredCalendar[]> {
  const [row] = await tx.rows(selectCalendars, [tx.platformHolderId, integrationId])
  return (row?.calendars ?? []).filter(({ selected }) => selected)
}

const selectCalendars = statement<{ calendars: readonly StoredCalendar[] }>(
  'select_calendars_of_connection',
  `select calendars from integration_connection
   where platform_holder_id = $1 and integration_id = $2 and status = 'connected'`,
)
