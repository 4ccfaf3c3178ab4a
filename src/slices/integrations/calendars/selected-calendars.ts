import { statement, type Tx } from '#/kernel/postgres/db.ts'

/** A calendar of a connection, as the provider told it and staff chose it. */
export type StoredCalendar = {
  readonly calendarId: string
  readonly name: string
  readonly selected: boolean
  readonly timeZone: string | null
  /** Why it stopped being read though it was chosen; absent or null when nothing is wrong with it. */
  readonly problem?: 'gone' | 'not_readable' | null
}

/** So many calendars of an account are kept and shown. */
export const mostCalendars = 250
/** Characters of the name a provider gives a calendar; more cannot be chosen. */
export const longestCalendarId = 1_024

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
