import { instantOf, shownAt } from '#/locales/zoned-time.ts'

const dayMs = 86_400_000

/** Whether it is a day there is, as the API takes it. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^[12]\d{3}-\d\d-\d\d$/.test(value)) return false
  const instant = new Date(value)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value)
}

/** The local day of an instant, `2026-11-24`. */
export function dayOf(instant: string | Date, timeZone: string): string {
  return shownAt(new Date(instant).getTime(), timeZone).slice(0, 10)
}

/** The time of day of an instant, `14:30`. */
export function timeOf(instant: string | Date, timeZone: string): string {
  return shownAt(new Date(instant).getTime(), timeZone).slice(11, 16)
}

/** The day that many days later, or earlier when negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** The Monday of its week. */
export function startOfWeek(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
}

/** The first instant of a local day, as the API takes it. */
export function startOfDay(day: string, timeZone: string): string {
  return instantOf(day, '00:00', timeZone).toISOString()
}
