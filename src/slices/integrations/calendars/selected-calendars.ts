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
