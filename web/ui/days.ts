import { fromDate, parseDate, toCalendarDate, type CalendarDate } from '@internationalized/date'

/** The local day of an instant, `2026-11-24`. */
export function dayOf(instant: string | Date, timeZone: string): string {
  return localDay(instant, timeZone).toString()
}

/** The same day so many days later, or earlier when negative. */
export function addDays(day: string, days: number): string {
  return parseDate(day).add({ days }).toString()
}

/** The first instant of a local day, as the API takes it. */
export function startOfDay(day: string, timeZone: string): string {
  return parseDate(day).toDate(timeZone).toISOString()
}

function localDay(instant: string | Date, timeZone: string): CalendarDate {
  return toCalendarDate(fromDate(new Date(instant), timeZone))
}
