import ICAL from 'ical.js'
import { wallClockAt } from '#/locales/wall-clock.ts'
import { instantOf } from '#web/ui/time/days.ts'

/** A zone by the browser's rules. */
class NamedZone extends ICAL.Timezone {
  readonly name: string

  constructor(name: string) {
    super({ tzid: name })
    this.name = name
  }

  override utcOffset(time: ICAL.Time): number {
    const { day, clock } = shown(time)
    return (Date.parse(`${day}T${clock}Z`) - instantOf(day, clock, this.name).getTime()) / 1_000
  }
}

/** The zones of a file by their names, each read once: the rules of one may begin in the year 1601. */
export type Zones = ReadonlyMap<string, ICAL.Timezone>

/** @param texts may repeat each other: a file put together from many calendars has its zones in each */
export function zonesOf(texts: readonly string[]): Zones {
  const zones = [...new Set(texts)].flatMap((text) => componentOf(text) ?? []).map((one) => new ICAL.Timezone(one))
  return new Map(zones.map((zone) => [zone.tzid, zone]))
}

/** Null when it cannot be parsed. */
export function componentOf(text: string): ICAL.Component | null {
  try {
    return new ICAL.Component(ICAL.parse(text) as string)
  } catch {
    // The library throws errors of many kinds.
    return null
  }
}

/**
 * Gives every time of an event its zone: one by the browser's rules where it knows the name, else by the file's. A time
 * that names none has that of the event's start, and a start that names none the given one.
 *
 * @returns whether the event can be read: false when a zone is neither known nor in the file
 */
export function setZones(event: ICAL.Component, timeZone: string, zones: Zones): boolean {
  let unnamed: ICAL.Timezone = new NamedZone(timeZone)
  for (const name of ['dtstart', 'dtend', 'recurrence-id', 'rdate', 'exdate']) {
    for (const property of event.getAllProperties(name)) {
      const tzid = property.getFirstParameter('tzid')
      for (const time of property.getValues() as unknown[]) {
        if (!(time instanceof ICAL.Time)) return false
        if (time.isDate || time.zone === ICAL.Timezone.utcTimezone) continue
        const zone = tzid ? (isKnownZone(tzid) ? new NamedZone(tzid) : zones.get(tzid)) : unnamed
        if (!zone) return false
        time.zone = zone
        if (name === 'dtstart') unnamed = time.zone
      }
    }
  }
  return true
}

/**
 * Makes a series and its exceptions comparable for the library, which goes by what clocks show and, where there is no
 * rule, leaves out the start.
 */
export function setSeries(series: ICAL.Event, exceptions: readonly ICAL.Event[]): void {
  const { startDate: start, component } = series
  if (start.isDate) return
  const dates = timesOf(component, 'rdate')
  for (const time of [...dates, ...exceptions.flatMap((one) => timesOf(one.component, 'recurrence-id'))])
    if (!time.isDate) showIn(time, start.zone)
  const isListed = component.hasProperty('rrule') || dates.some((date) => date.compare(start) === 0)
  if (!isListed) component.addPropertyWithValue('rdate', start.clone())
}

/** Whether an occurrence of a series was taken out: the library forgets an exclusion after one that excludes nothing. */
export function exclusionsOf({ component }: ICAL.Event): (occurrence: ICAL.Time) => boolean {
  const times = timesOf(component, 'exdate')
  const instants = new Set(times.filter(({ isDate }) => !isDate).map((time) => time.toUnixTime()))
  const days = new Set(times.filter(({ isDate }) => isDate).map((time) => shown(time).day))
  return (occurrence) => instants.has(occurrence.toUnixTime()) || days.has(shown(occurrence).day)
}

/** @param timeZone of whole days */
export function instantIn(time: ICAL.Time, timeZone: string): Date {
  const { day, clock } = shown(time)
  if (time.isDate) return instantOf(day, '00:00', timeZone)
  return time.zone instanceof NamedZone ? instantOf(day, clock, time.zone.name) : time.toJSDate()
}

function timesOf(component: ICAL.Component, name: string): ICAL.Time[] {
  return component.getAllProperties(name).flatMap((property) => property.getValues() as ICAL.Time[])
}

/** The same instant in another zone. */
function showIn(time: ICAL.Time, zone: ICAL.Timezone): void {
  const isNamed = zone instanceof NamedZone
  const clock = isNamed ? wallClockAt(time.toUnixTime() * 1_000, zone.name) : time.convertToZone(zone)
  const { year, month, day, hour, minute } = clock
  time.fromData({ year, month, day, hour, minute, second: time.second, isDate: false }, zone)
}

function shown({ year, month, day, hour, minute }: ICAL.Time): { readonly day: string; readonly clock: string } {
  const pad = (part: number) => String(part).padStart(2, '0')
  return { day: `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`, clock: `${pad(hour)}:${pad(minute)}` }
}

function isKnownZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
