import ICAL from 'ical.js'
import { calendarBlocks, type CalendarBlock } from './calendar-blocks.ts'
import { eventRows } from './calendar-series.ts'
import { parseComponent, zoneFinder, type CalendarZone } from '#/kernel/icalendar-zone.ts'
import { ImportError, rejected, type ImportRow, type RowSource } from './import-row.ts'
import { ianaZoneOf } from '#/kernel/time-zone-names.ts'

export type CalendarSourceOptions = {
  readonly sourceSystem: string
  /** Zone of times that name none and of times in UTC; null: the zone the calendar says it is shown in. */
  readonly timezone: string | null
  /** Recurring events are expanded from here on. */
  readonly now: Temporal.Instant
}

/** An event that could be read, with its times in their zones. */
export type CalendarEvent = {
  readonly line: number
  readonly uid: string
  readonly component: ICAL.Component
  readonly isCancelled: boolean
  /** Zone to show times in when the event's own has no name. */
  readonly shownIn: string | null
}

/**
 * Opens a calendar file. Its rows are the single events, the occurrences of recurring ones in the coming time, and the
 * cancellations of both.
 *
 * @throws ImportError when it is no calendar file or the given zone is unknown
 */
export async function openCalendar(path: string, options: CalendarSourceOptions): Promise<RowSource> {
  const { events, rows } = await readCalendar(path, options.timezone)
  for (const series of Map.groupBy(events, ({ uid }) => uid).values()) rows.push(...eventRows(series, options))
  rows.sort((one, other) => one.line - other.line)
  return { header: ['uid'], delimiter: ',', rowCount: rows.length, shiftWeeks: 0, rows: () => rows }
}

/**
 * The events of a calendar file, each in its latest version, and a rejected row for each that is of no use.
 *
 * @param timezone of times that name none; null: the zone the calendar says it is shown in
 * @throws ImportError when it is no calendar file or the given zone is unknown
 */
export async function readCalendar(
  path: string,
  timezone: string | null,
): Promise<{ events: CalendarEvent[]; rows: ImportRow[] }> {
  if (timezone !== null && ianaZoneOf(timezone) === null) {
    throw new ImportError('The time zone is not a known IANA name, such as Europe/Amsterdam.')
  }
  const { events: blocks, zones } = await calendarBlocks(path)
  const findZone = zoneFinder(zones)
  const rows: ImportRow[] = []
  const events: CalendarEvent[] = []
  for (const block of blocks) {
    const read = readEvent(block, findZone, timezone)
    if ('component' in read) events.push(read)
    else rows.push(read)
  }
  const { latest, outdated } = latestVersions(events)
  return { events: latest, rows: [...rows, ...outdated] }
}

function readEvent(
  block: CalendarBlock,
  findZone: (tzid: string) => CalendarZone | null,
  timezone: string | null,
): CalendarEvent | ImportRow {
  const { line } = block
  const component = parseComponent(block.text)
  if (component?.name !== 'vevent') return { line, original: [''], work: rejected('', 'cannot be read as an event') }
  const uid = textOf(component, 'uid')
  if (uid === '') return { line, original: [''], work: rejected('externalAppointmentId', 'the event has no UID') }
  const shownIn = timezone ?? (block.shownIn === null ? null : ianaZoneOf(block.shownIn))
  const zoneFault = setZones(component, findZone, shownIn)
  if (zoneFault !== null) return { line, original: [uid], work: rejected('startsAt', zoneFault) }
  const isCancelled = block.method === 'CANCEL' || textOf(component, 'status').toUpperCase() === 'CANCELLED'
  return { line, uid, component, isCancelled, shownIn }
}

/** Gives every time of the event its zone, so that times can be compared; answers what stands in the way of it. */
function setZones(
  component: ICAL.Component,
  findZone: (tzid: string) => CalendarZone | null,
  shownIn: string | null,
): string | null {
  for (const name of ['dtstart', 'dtend', 'recurrence-id', 'rdate', 'exdate']) {
    for (const property of component.getAllProperties(name)) {
      const times = timesOf(property)
      if (times === null) return `${name.toUpperCase()} cannot be read`
      const tzid: unknown = property.getParameter('tzid')
      for (const time of times) {
        if (time.isDate || time.zone === ICAL.Timezone.utcTimezone) continue
        const zone = typeof tzid === 'string' ? findZone(tzid) : findZone(shownIn ?? '')
        if (zone === null && typeof tzid === 'string') return 'is in a time zone that is neither known nor in the file'
        if (zone === null) return 'is in no time zone: say which with --timezone'
        time.zone = zone
      }
    }
  }
  return component.hasProperty('dtstart') ? null : 'the event has no start'
}

function timesOf(property: ICAL.Property): ICAL.Time[] | null {
  try {
    return property.getValues().filter((value: unknown): value is ICAL.Time => value instanceof ICAL.Time)
  } catch {
    // The library throws plain errors of its own on a value that is no time.
    return null
  }
}

/** Of the versions of an event the one with the highest SEQUENCE, of equal ones the last in the file. */
function latestVersions(events: readonly CalendarEvent[]): { latest: CalendarEvent[]; outdated: ImportRow[] } {
  const latest = new Map<string, CalendarEvent>()
  const outdated: ImportRow[] = []
  for (const event of events) {
    const key = `${event.uid}\n${textOf(event.component, 'recurrence-id')}`
    const other = latest.get(key)
    const [newer, older] = other && sequenceOf(other) > sequenceOf(event) ? [other, event] : [event, other]
    latest.set(key, newer)
    if (older) {
      const reason = `is an older version of the event on line ${newer.line}`
      outdated.push({ line: older.line, original: [older.uid], work: rejected('', reason) })
    }
  }
  return { latest: [...latest.values()], outdated }
}

function sequenceOf({ component }: CalendarEvent): number {
  const value: unknown = component.getFirstPropertyValue('sequence')
  return typeof value === 'number' ? value : 0
}

function textOf(component: ICAL.Component, property: string): string {
  const value: unknown = component.getFirstPropertyValue(property)
  return value === null || value === undefined ? '' : String(value).trim()
}
