import ICAL from 'ical.js'
import { msOf, showIn, type CalendarZone } from './zone.ts'

/** Null for a zone nobody knows. */
export type FindZone = (tzid: string) => CalendarZone | null

/** Why the times of an event cannot be read. */
export type TimesFault =
  | { readonly code: 'time_unreadable'; readonly property: string }
  | { readonly code: 'zone_unknown' }

/** Gives every time of the event its zone, so that times can be compared: one that names none has that of the start. */
export function setZones(
  component: ICAL.Component,
  findZone: FindZone,
  floatingZone: string | null,
): { readonly hasFloatingTimes: boolean } | TimesFault {
  let hasFloatingTimes = false
  let unnamed = findZone(floatingZone ?? '')
  for (const name of ['dtstart', 'dtend', 'recurrence-id', 'rdate', 'exdate']) {
    for (const property of component.getAllProperties(name)) {
      const times = timesOf(property)
      if (times === null) return { code: 'time_unreadable', property: name.toUpperCase() }
      const tzid: unknown = property.getParameter('tzid')
      for (const time of times) {
        if (time.isDate || time.zone === ICAL.Timezone.utcTimezone) continue
        const zone = typeof tzid === 'string' ? findZone(tzid) : unnamed
        if (zone) time.zone = zone
        else if (typeof tzid === 'string') return { code: 'zone_unknown' }
        else hasFloatingTimes = true
        if (name === 'dtstart') unnamed = zone
      }
      // Of its lists of dates only those in the window matter.
      if (!name.endsWith('date') && !times.every((time) => isStorable(timeOf(time))))
        return { code: 'time_unreadable', property: name.toUpperCase() }
    }
  }
  if (isLastingTooLong(component)) return { code: 'time_unreadable', property: 'DURATION' }
  return { hasFloatingTimes }
}

/** Whether an instant is in the years 1 to 9999, which databases and clients share. */
export function isStorable(atMs: number): boolean {
  return atMs >= firstMs && atMs <= lastMs
}

const firstMs = Date.parse('0001-01-01T00:00:00Z')
const lastMs = Date.parse('9999-12-31T23:59:59Z')

/** NaN when it is beyond what dates can say. */
function timeOf(time: ICAL.Time): number {
  try {
    return msOf(time)
  } catch (error) {
    if (error instanceof RangeError) return Number.NaN
    throw error
  }
}

/**
 * Longer than a century, or no duration at all. The library counts to an end day by day: to one in a million years for
 * minutes.
 */
function isLastingTooLong(component: ICAL.Component): boolean {
  try {
    const duration: unknown = component.getFirstPropertyValue('duration')
    return duration instanceof ICAL.Duration && Math.abs(duration.toSeconds()) > 100 * 366 * 86_400
  } catch {
    // The library throws plain errors on a value that is no duration, which matters only where nothing else says the end.
    return !component.hasProperty('dtend')
  }
}

function timesOf(property: ICAL.Property): ICAL.Time[] | null {
  try {
    return property.getValues().filter((value: unknown): value is ICAL.Time => value instanceof ICAL.Time)
  } catch {
    // The library throws plain errors on a value that is no time.
    return null
  }
}

/**
 * Gives dates and exceptions of a series the zone of its start, because the library compares what clocks show. Where
 * there is no rule it leaves out the start, which is the first of the dates (RFC 5545, 3.8.5.2).
 */
export function setZonesOfSeries(series: ICAL.Component, exceptions: readonly ICAL.Component[]): void {
  const start: unknown = series.getFirstPropertyValue('dtstart')
  if (!(start instanceof ICAL.Time) || start.isDate) return
  const dates = series.getAllProperties('rdate').flatMap((property) => timesOf(property) ?? [])
  const ids = exceptions.flatMap((one) => one.getAllProperties('recurrence-id')).flatMap((id) => timesOf(id) ?? [])
  for (const time of [...dates, ...ids]) if (!time.isDate) showIn(time, start.zone)
  const isListed = series.hasProperty('rrule') || dates.some((date) => msOf(date) === msOf(start))
  if (!isListed) series.addPropertyWithValue('rdate', start.clone())
}

/** The occurrences that a series leaves out, as days or as instants. */
export function exclusionsOf(component: ICAL.Component): ICAL.Time[] {
  return component.getAllProperties('exdate').flatMap((property) => timesOf(property) ?? [])
}
