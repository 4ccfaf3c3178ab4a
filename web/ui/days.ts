import {
  fromDate,
  parseDate,
  parseDateTime,
  toCalendarDate,
  toTime,
  toZoned,
  type CalendarDate,
} from '@internationalized/date'

/** The local day of an instant, `2026-11-24`. */
export function dayOf(instant: string | Date, timeZone: string): string {
  return localDay(instant, timeZone).toString()
}

/** The same day so many days later, or earlier when negative. */
export function addDays(day: string, days: number): string {
  return parseDate(day).add({ days }).toString()
}

/** The Monday of its week. */
export function startOfWeek(day: string): string {
  return addDays(day, -((parseDate(day).toDate('UTC').getUTCDay() + 6) % 7))
}

/** The first instant of a local day, as the API takes it. */
export function startOfDay(day: string, timeZone: string): string {
  return parseDate(day).toDate(timeZone).toISOString()
}

function localDay(instant: string | Date, timeZone: string): CalendarDate {
  return toCalendarDate(fromDate(new Date(instant), timeZone))
}

/** The instant of a local day and time of day, `2026-11-24` and `14:30`; in the hour that a change of clocks skips, the time after it. */
export function instantOf(day: string, time: string, timeZone: string): Date {
  return toZoned(parseDateTime(`${day}T${time}`), timeZone).toDate()
}

/** The time of day of an instant, `14:30`. */
export function timeOf(instant: string | Date, timeZone: string): string {
  return toTime(fromDate(new Date(instant), timeZone))
    .toString()
    .slice(0, 5)
}
