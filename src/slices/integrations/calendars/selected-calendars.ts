/** A calendar of a connection, as the provider lists it, with the choice of staff. */
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
/** Characters of a calendar's id; calendars with a longer one are not kept. */
export const longestCalendarId = 1_024
