import ICAL from 'ical.js'
import { wallClockAt } from '#/locales/wall-clock.ts'
import { instantOf } from '#/locales/zoned-time.ts'
import { ianaZoneOf } from './zone-names.ts'

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
    const [day, clock] = [dayOf(time), clockOf(time)]
    return (Date.parse(`${day}T${clock}Z`) - instantOf(day, clock, this.ianaName).getTime()) / 1_000
  }
}

/**
 * The instant of a time whose zone was set, in milliseconds since 1970. A time that the clock skips has the offset before
 * (RFC 5545, 3.3.5).
 */
export function msOf(time: ICAL.Time): number {
  const { zone } = time
  if (!(zone instanceof CalendarZone) || zone.ianaName === null) return time.toUnixTime() * 1_000
  return instantOf(dayOf(time), clockOf(time), zone.ianaName).getTime()
}

/** The day that clocks show, `2026-11-24`. */
export function dayOf({ year, month, day }: ICAL.Time): string {
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
}

function clockOf({ hour, minute, second }: ICAL.Time): string {
  return `${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(Math.min(second, 59))}`
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0')
}

/** Makes a time show the same instant in another zone. */
export function showIn(time: ICAL.Time, zone: ICAL.Timezone): void {
  const isNamed = zone instanceof CalendarZone && zone.ianaName !== null
  const shown = isNamed ? wallClockAt(msOf(time), zone.ianaName) : time.convertToZone(zone)
  const { year, month, day, hour, minute } = shown
  time.fromData({ year, month, day, hour, minute, second: time.second, isDate: false }, zone)
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
