import { wallClockAt } from '#/locales/wall-clock.ts'

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

/**
 * The instant of a local day and time of day, `2026-11-24` and `14:30`. A time that a clock change skips becomes the
 * time after the change; of one that comes twice, the first is taken.
 */
export function instantOf(day: string, time: string, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T${time}Z`)
  const before = asUtc - offsetMs(asUtc - dayMs, timeZone)
  const after = asUtc - offsetMs(asUtc + dayMs, timeZone)
  const isShown = (instant: number) => instant + offsetMs(instant, timeZone) === asUtc
  return new Date(isShown(before) || !isShown(after) ? before : after)
}

/** Whether a clock change skips that time of day on that day, so that nothing can begin then. */
export function isSkipped(day: string, time: string, timeZone: string): boolean {
  return timeOf(instantOf(day, time, timeZone), timeZone) !== time
}

function offsetMs(instant: number, timeZone: string): number {
  return Date.parse(shownAt(instant, timeZone)) - Math.floor(instant / 60_000) * 60_000
}

/** Local time in the zone, in ISO 8601 as if it were UTC. */
function shownAt(instant: number, timeZone: string): string {
  const { year, month, day, hour, minute } = wallClockAt(instant, timeZone)
  return new Date(Date.UTC(year, month - 1, day, hour, minute)).toISOString()
}
