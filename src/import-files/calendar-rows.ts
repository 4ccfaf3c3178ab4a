import { calendarObject, type CalendarBlock, type CalendarBlocks } from '#/icalendar/read/blocks.ts'
import type {
  CalendarObject,
  EventFault,
  OccurrenceWindow,
  ReadEvent,
  ReadObject,
  ReadSpan,
} from '#/icalendar/read/event.ts'
import { isGuest, whomOf, type NamedPerson } from '#/icalendar/read/whom.ts'
import { ianaZoneOf } from '#/icalendar/read/zone-names.ts'
import { daysAhead } from './days-ahead.ts'

/** A single event of a calendar file, an occurrence of a recurring one, or what is to be said of an event. */
export type CalendarRow = {
  /** Line of the file on which the event begins, from 1. */
  readonly line: number
  readonly uid: string
  /** UID and, of an occurrence, the start that it had by the rule, which stay the same when it is moved. */
  readonly id: string
  /** As people find it again in their calendar. */
  readonly summary: string | null
  readonly work: CalendarWork
}

export type CalendarWork =
  | {
      readonly kind: 'appointment'
      readonly startsAtMs: number
      readonly endsAtMs: number
      readonly timezone: string
      readonly person: NamedPerson
      readonly location: string | null
    }
  | { readonly kind: 'cancelled' }
  /** An occurrence that the series leaves out. */
  | { readonly kind: 'excluded' }
  | { readonly kind: 'fault'; readonly fault: CalendarFault }

/** Why an event, or part of it, becomes no appointment. */
export type CalendarFault =
  | {
      readonly code:
        | Exclude<EventFault['code'], 'time_unreadable' | 'outdated'>
        | 'endless'
        | 'not_utf8'
        | 'floating'
        | 'all_day'
        | 'zone_unnamed'
        | 'no_end'
        | 'no_occurrence'
        | 'cut_off'
        | 'nobody_named'
    }
  | { readonly code: 'time_unreadable'; readonly property: string }
  /** An older version of the event on another line. */
  | { readonly code: 'outdated'; readonly newerLine: number }
  | { readonly code: 'several_attendees'; readonly count: number }

type FaultRow = CalendarRow & { readonly work: { readonly kind: 'fault' } }

export type CalendarReading = {
  /** IANA zone of times that name none and of times in UTC; null: the zone the calendar says it is shown in. */
  readonly timezone: string | null
  /** Whether each appointment needs an id that lasts: then events need a UID, and two of one UID are versions of one event. */
  readonly needsIds: boolean
  /** `readCalendarObject` for each; null for one that was given up. */
  readonly read: (objects: readonly CalendarObject[], window: OccurrenceWindow) => Promise<(ReadObject | null)[]>
}

/** The rows of a calendar file, in its order. */
export async function calendarRows(blocks: CalendarBlocks, reading: CalendarReading & { readonly nowMs: number }) {
  const { nowMs } = reading
  const window = { fromMs: nowMs, toMs: nowMs + daysAhead * 86_400_000 }
  const { events, faults } = await calendarEvents(blocks, window, reading)
  const rows: CalendarRow[] = [...faults]
  for (const series of Map.groupBy(events, ({ uid }) => uid).values()) {
    const made = series.flatMap((one) => eventRows(one))
    const master = series.find(isSeries)
    rows.push(...(made.length === 0 && master ? [faultRow(master, { code: 'no_occurrence' })] : made))
  }
  return rows.sort((one, other) => one.line - other.line)
}

/** An event that could be read. */
export type KnownEvent = ReadEvent & {
  readonly line: number
  /** Zone to show times in when the event's own has no name. */
  readonly shownIn: string | null
}

/** The events of a calendar file, each in its latest version, and a row for each that cannot be used. */
export async function calendarEvents(
  { events: blocks, zones: all }: CalendarBlocks,
  window: OccurrenceWindow,
  reading: CalendarReading,
): Promise<{ events: KnownEvent[]; faults: FaultRow[] }> {
  // A file put together from many calendars repeats its zones in each.
  const zones = [...new Map(all.map((zone) => [zone.id, zone])).values()]
  const found = { events: [] as KnownEvent[], faults: [] as FaultRow[] }
  // One UID at a time, so that one that cannot be read does not affect the others.
  for (const series of Map.groupBy(reading.needsIds ? blocks : blocks.map(withUid), ({ id }) => id).values()) {
    const { events, faults } = await readSeries(series, zones, window, reading)
    found.events.push(...events)
    found.faults.push(...faults)
  }
  return found
}

/** Some programs leave the UID out. */
function withUid(block: CalendarBlock): CalendarBlock {
  if (block.id !== '') return block
  const id = `line-${block.line}`
  return { ...block, id, text: block.text.replace(/^[^\r\n]*/, `$&\r\nUID:${id}`) }
}

async function readSeries(
  series: readonly CalendarBlock[],
  zones: readonly CalendarBlock[],
  window: OccurrenceWindow,
  reading: CalendarReading,
): Promise<{ events: KnownEvent[]; faults: FaultRow[] }> {
  const { timezone, needsIds, read } = reading
  const [object = null] = await read([calendarObject(series, zones, timezone)], window)
  if (object === null) return { events: [], faults: series.map((block) => faultRow(block, { code: 'endless' })) }
  const events: KnownEvent[] = []
  const faults: FaultRow[] = []
  for (const fault of object.faults) {
    const block = series[fault.index]
    if (!block) continue
    // Others give one UID to two events.
    const alone = fault.isSameVersion && !needsIds ? await readSeries([block], zones, window, reading) : null
    if (alone === null) faults.push(faultRow(block, ofEvent(fault, series)))
    events.push(...(alone?.events ?? []))
    faults.push(...(alone?.faults ?? []))
  }
  for (const event of object.events) {
    const block = series[event.index]
    if (!block) continue
    const shownIn = timezone ?? (block.shownIn === null ? null : ianaZoneOf(block.shownIn))
    if (block.text.includes('\uFFFD')) faults.push(faultRow({ ...event, ...block }, { code: 'not_utf8' }))
    else if (event.hasFloatingTimes) faults.push(faultRow({ ...event, ...block }, { code: 'floating' }))
    else events.push({ ...event, line: block.line, shownIn })
  }
  return { events, faults }
}

function eventRows(event: KnownEvent): CalendarRow[] {
  const row = (id: string, work: CalendarWork): CalendarRow => {
    const { line, uid, summary } = event
    return { line, uid, id, summary, work }
  }
  // A fault of the event is a fault of each occurrence: reported once.
  const sample = isSeries(event) ? workOf(event, event.span) : null
  const rows =
    sample?.kind === 'fault'
      ? [row(event.uid, sample)]
      : event.occurrences.map((one) => row(one.id, workOf(event, one)))
  rows.push(...event.excludedIds.map((id) => row(id, { kind: 'excluded' })))
  if (event.isCutOff) rows.push(faultRow(event, { code: 'cut_off' }))
  return rows
}

function isSeries({ isRecurring, isException }: ReadEvent): boolean {
  return isRecurring && !isException
}

function workOf(event: KnownEvent, span: ReadSpan): CalendarWork {
  const fault = (fault: CalendarFault): CalendarWork => ({ kind: 'fault', fault })
  if (event.isCancelled) return { kind: 'cancelled' }
  const { startsAtMs, endsAtMs, hasTime } = span
  if (!hasTime) return fault({ code: 'all_day' })
  const person = whomOf(event)
  if (person === 'nobody_named') return fault({ code: person })
  if (person === 'several_attendees') return fault({ code: person, count: event.attendees.filter(isGuest).length })
  const timezone = zoneNameOf(span) ?? event.shownIn
  if (timezone === null) return fault({ code: 'zone_unnamed' })
  if (startsAtMs >= endsAtMs) return fault({ code: 'no_end' })
  return { kind: 'appointment', startsAtMs, endsAtMs, timezone, person, location: event.location }
}

/** Null for UTC as well: it is how programs write instants, not where the recipient lives. */
export function zoneNameOf({ timeZone }: ReadSpan): string | null {
  return timeZone !== null && /^(Etc\/)?(UTC|GMT|UCT|Zulu)$/.test(timeZone) ? null : timeZone
}

function faultRow(
  of: { readonly line: number; readonly summary?: string | null } & (
    | { readonly uid: string }
    | { readonly id: string }
  ),
  fault: CalendarFault,
): FaultRow {
  const uid = 'uid' in of ? of.uid : of.id
  return { line: of.line, uid, id: uid, summary: of.summary ?? null, work: { kind: 'fault', fault } }
}

function ofEvent({ code, property = '', newerIndex = 0 }: EventFault, series: readonly CalendarBlock[]): CalendarFault {
  if (code === 'time_unreadable') return { code, property }
  return code === 'outdated' ? { code, newerLine: series[newerIndex]?.line ?? 0 } : { code }
}
