import { storableText } from '#/kernel/text/storable-text.ts'

/** A calendar of a connection, as the provider lists it, with the choice of staff. */
export type StoredCalendar = {
  readonly calendarId: string
  readonly name: string
  readonly selected: boolean
  readonly timeZone: string | null
  /** Why it stopped being read though it was chosen; absent or null when nothing is wrong with it. */
  readonly problem?: 'gone' | 'not_readable' | null
}

/** A calendar's name as it is kept: its beginning, without half a character at the end, which JSON in the database cannot hold. */
export function keptName(name: string): string {
  return storableText(name.slice(0, 300))
}

/** So many calendars of an account are kept and shown. */
export const mostCalendars = 250
/** Characters of a calendar's id; calendars with a longer one are not kept. */
export const longestCalendarId = 1_024
