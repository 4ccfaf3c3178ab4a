import ICAL from 'ical.js'
import { ianaZoneOf } from '#/kernel/time/time-zone-names.ts'

/**
 * A time zone of iCalendar data. Where its name is known, the rules are those of the time-zone database, which are
 * kept up to date; those in the data count for zones the database does not have.
 */
export class CalendarZone extends ICAL.Timezone {
  /** IANA name to show times in; null for a zone that has rules and no name we know. */
  readonly ianaName: string | null

  constructor(tzid: string, ianaName: string | null, rules: ICAL.Component | null) {
    super(rules && ianaName === null ? { tzid, component: rules } : { tzid })
    this.ianaName = ianaName
  }

  override utcOffset(time: ICAL.Time): number {
    if (this.ianaName === null) return super.utcOffset(time)
    return wallClock(time).toZonedDateTime(this.ianaName, { disambiguation: 'compatible' }).offsetNanoseconds / 1e9
  }
}

/** The instant of a time whose zone was set. A time that the clock skips has the offset before (RFC 5545, 3.3.5). */
export function instantOf(time: ICAL.Time): Temporal.Instant {
  const { zone } = time
  if (zone instanceof CalendarZone && zone.ianaName !== null) {
    return wallClock(time).toZonedDateTime(zone.ianaName, { disambiguation: 'compatible' }).toInstant()
  }
  return Temporal.Instant.fromEpochMilliseconds(time.toUnixTime() * 1_000)
}

/** Makes a time show the same instant in another zone. */
export function showIn(time: ICAL.Time, zone: ICAL.Timezone): void {
  const isNamed = zone instanceof CalendarZone && zone.ianaName !== null
  const shown = isNamed ? instantOf(time).toZonedDateTimeISO(zone.ianaName) : time.convertToZone(zone)
  const { year, month, day, hour, minute, second } = shown
  time.fromData({ year, month, day, hour, minute, second, isDate: false }, zone)
}

function wallClock({ year, month, day, hour, minute, second }: ICAL.Time): Temporal.PlainDateTime {
  return new Temporal.PlainDateTime(year, month, day, hour, minute, Math.min(second, 59))
}

/** A VTIMEZONE as text. */
export type ZoneText = { readonly id: string; readonly text: string }

/** Finds the zone a TZID means: by its name, or by the VTIMEZONE beside it. Null when neither is of use. */
export function zoneFinder(zones: readonly ZoneText[]): (tzid: string) => CalendarZone | null {
  const found = new Map<string, CalendarZone | null>()
  return (tzid) => {
    const known = found.get(tzid)
    if (known !== undefined) return known
    const zone = zoneOf(tzid, zones)
    found.set(tzid, zone)
    return zone
  }
}

function zoneOf(tzid: string, zones: readonly ZoneText[]): CalendarZone | null {
  const name = ianaZoneOf(tzid)
  if (name !== null) return new CalendarZone(tzid, name, null)
  const text = zones.findLast(({ id }) => id === tzid)?.text
  const rules = text === undefined ? null : parseComponent(text)
  if (!rules) return null
  const location = rules.getFirstPropertyValue('x-lic-location')
  const locationName = typeof location === 'string' ? ianaZoneOf(location) : null
  if (locationName !== null) return new CalendarZone(tzid, locationName, null)
  return rules.getAllSubcomponents().every(isYearly) ? new CalendarZone(tzid, null, rules) : null
}

/** Clocks change once or twice a year; a rule for every second would fill the memory when it is written out. */
function isYearly(change: ICAL.Component): boolean {
  return frequenciesOf(change).every((frequency) => frequency === 'YEARLY')
}

/** How often the rules of a component repeat it, such as DAILY. */
export function frequenciesOf(component: ICAL.Component): string[] {
  return component
    .getAllProperties('rrule')
    .flatMap((property) => property.getValues() as unknown[])
    .map((rule) => (rule instanceof ICAL.Recur ? String(rule.freq) : ''))
}

/** One component of iCalendar data; null when it cannot be parsed. */
export function parseComponent(text: string): ICAL.Component | null {
  try {
    const parsed: unknown = ICAL.parse(text)
    // An empty text parses too, to an empty list.
    return Array.isArray(parsed) && typeof parsed[0] === 'string' ? new ICAL.Component(parsed) : null
  } catch {
    // The library throws errors of many kinds; all that matters is that this is no component.
    return null
  }
}
