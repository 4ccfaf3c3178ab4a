import { wallClockAt } from './wall-clock.ts'

const dayMs = 86_400_000

/**
 * The instant of a local day and time of day, `2026-11-24` and `14:30`. A time that a clock change skips becomes the
 * time after the change; of one that comes twice, the first is taken.
 */
export function instantOf(day: string, time: string, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T${time}Z`)
  const before = asUtc - offsetMs(asUtc - dayMs, timeZone)
  const after = asUtc - offsetMs(asUtc + dayMs, timeZone)
  const isShown = (instant: number) => instant + offsetMs(instant, timeZone) === asUtc
  return new Date(before === after || isShown(before) || !isShown(after) ? before : after)
}

/** Whether a clock change skips that time of day on that day, so that nothing can begin then. */
export function isSkipped(day: string, time: string, timeZone: string): boolean {
  return shownAt(instantOf(day, time, timeZone).getTime(), timeZone).slice(11, 16) !== time.slice(0, 5)
}

/** Milliseconds that the clocks of a zone are ahead of UTC. */
export function offsetMs(instant: number, timeZone: string): number {
  const day = Math.floor(instant / dayMs) * dayMs
  const atStart = offsetOfMidnight(day, timeZone)
  // No clock is changed twice within a day.
  return atStart === offsetOfMidnight(day + dayMs, timeZone) ? atStart : askedOffset(instant, timeZone)
}

/** By zone and midnight in UTC: a series of many years asks for each of its days several times. */
const known = new Map<string, Map<number, number>>()

function offsetOfMidnight(midnight: number, timeZone: string): number {
  let offsets = known.get(timeZone)
  if (offsets === undefined || offsets.size > 20_000) known.set(timeZone, (offsets = new Map()))
  const offset = offsets.get(midnight) ?? askedOffset(midnight, timeZone)
  offsets.set(midnight, offset)
  return offset
}

function askedOffset(instant: number, timeZone: string): number {
  return Date.parse(shownAt(instant, timeZone)) - Math.floor(instant / 60_000) * 60_000
}

/** Local time in a zone to the minute, in ISO 8601 as if it were UTC. */
export function shownAt(instant: number, timeZone: string): string {
  const { year, month, day, hour, minute } = wallClockAt(instant, timeZone)
  return new Date(Date.UTC(year, month - 1, day, hour, minute)).toISOString()
}
