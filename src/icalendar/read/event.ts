import ICAL from 'ical.js'
import { addressOf, attendeesOf, type ReadAttendee } from './attendees.ts'
import { exclusionsOf, isStorable, setZones, setZonesOfSeries, type FindZone } from './times.ts'
import { CalendarZone, dayOf, frequenciesOf, msOf, parseComponent, zoneFinder, type ZoneText } from './zone.ts'

/** One VEVENT as text. */
export type EventText = {
  readonly text: string
  /** It stands in a calendar whose METHOD is CANCEL (RFC 5546). */
  readonly isCancelled: boolean
  /** IANA zone of times that name none; null when unknown. */
  readonly floatingZone: string | null
}

/** What is read together: events with their exceptions, and the time zones they name. */
export type CalendarObject = { readonly events: readonly EventText[]; readonly zones: readonly ZoneText[] }

/** Occurrences of recurring events are given when they begin in it; the end is outside. Milliseconds since 1970. */
export type OccurrenceWindow = { readonly fromMs: number; readonly toMs: number }

/** What was read, as plain data: it crosses from one thread to another. */
export type ReadObject = { readonly events: readonly ReadEvent[]; readonly faults: readonly EventFault[] }

/** Why a text was not read. */
export type EventFault = {
  /** Its place among the texts. */
  readonly index: number
  readonly code:
    | 'not_an_event'
    | 'no_uid'
    | 'no_start'
    | 'time_unreadable'
    | 'zone_unknown'
    | 'rule_unreadable'
    | 'rule_too_frequent'
    | 'outdated'
  /** The property that cannot be read, for `time_unreadable`. */
  readonly property?: string
  /** Place of the newer version, for `outdated`, and whether it only stands further down. */
  readonly newerIndex?: number
  readonly isSameVersion?: boolean
}

/** When something takes place. Milliseconds since 1970; times without a zone count in UTC. */
export type ReadSpan = {
  readonly startsAtMs: number
  readonly endsAtMs: number
  /** False for whole days. */
  readonly hasTime: boolean
  /** IANA name; null for instants, and for zones that have rules and no name we know. */
  readonly timeZone: string | null
}

/** One event, or one exception of a recurring one, in its latest version. */
export type ReadEvent = {
  /** Its place among the texts. */
  readonly index: number
  readonly uid: string
  readonly isCancelled: boolean
  /** It has a rule or further dates. */
  readonly isRecurring: boolean
  /** It stands for one occurrence of a recurring one. */
  readonly isException: boolean
  /** Some of its times name no zone, and nothing says which they are in. */
  readonly hasFloatingTimes: boolean
  readonly summary: string | null
  /** The lines that fit in 8,192 characters. */
  readonly description: string | null
  readonly location: string | null
  /** Lower case; null when nobody organizes it, or somebody without an address. */
  readonly organizerEmail: string | null
  readonly hasOrganizer: boolean
  readonly attendees: readonly ReadAttendee[]
  /** As the event itself says, whatever the window. */
  readonly span: ReadSpan
  /** An event that does not repeat has one, in the window or not. */
  readonly occurrences: readonly (ReadSpan & { readonly id: string })[]
  /** Occurrences in the window that were taken out (EXDATE). */
  readonly excludedIds: readonly string[]
  /** There are more occurrences in the window than are given. */
  readonly isCutOff: boolean
}

/** Of a recurring event no more than this many occurrences are given. */
export const mostOccurrences = 1_000
const longestDescription = 8_192

/**
 * Reads events and expands those that repeat. What a text asks for can take very long: use `readCalendarObjects`, which
 * bounds it.
 */
export function readCalendarObject({ events: texts, zones }: CalendarObject, window: OccurrenceWindow): ReadObject {
  const findZone = zoneFinder(zones)
  const parsed = texts.map((text, index) => parseEvent(text, index, findZone))
  const { latest, outdated } = latestVersions(parsed.filter((one) => 'component' in one))
  const read = [...Map.groupBy(latest, ({ uid }) => uid).values()].flatMap((series) => readSeries(series, window))
  return {
    events: read.filter((one) => 'occurrences' in one),
    faults: [...parsed, ...outdated, ...read].filter((one) => 'code' in one),
  }
}

type ParsedEvent = Pick<ReadEvent, 'index' | 'uid' | 'isCancelled' | 'hasFloatingTimes'> & {
  readonly component: ICAL.Component
}

function parseEvent(
  { text, isCancelled, floatingZone }: EventText,
  index: number,
  findZone: FindZone,
): ParsedEvent | EventFault {
  const component = parseComponent(text)
  if (component?.name !== 'vevent') return { index, code: 'not_an_event' }
  const uid = textOf(component, 'uid')
  if (uid === null) return { index, code: 'no_uid' }
  const times = setZones(component, findZone, floatingZone)
  if ('code' in times) return { index, ...times }
  if (!component.hasProperty('dtstart')) return { index, code: 'no_start' }
  // An appointment takes place once a day at most; such rules are alarms, mistakes or worse.
  if (frequenciesOf(component).some((one) => ['SECONDLY', 'MINUTELY', 'HOURLY'].includes(one)))
    return { index, code: 'rule_too_frequent' }
  const isOver = isCancelled || textOf(component, 'status')?.toUpperCase() === 'CANCELLED'
  return { index, uid, component, isCancelled: isOver, ...times }
}

/** Of each event the version with the highest SEQUENCE; of equal ones the last. */
function latestVersions(events: readonly ParsedEvent[]): { latest: ParsedEvent[]; outdated: EventFault[] } {
  const latest = new Map<string, ParsedEvent>()
  const outdated: EventFault[] = []
  for (const event of events) {
    const key = event.component.hasProperty('recurrence-id')
      ? occurrenceId(event.uid, new ICAL.Event(event.component).recurrenceId)
      : `${event.uid}\n`
    const other = latest.get(key)
    const [newer, older] = other && sequenceOf(other) > sequenceOf(event) ? [other, event] : [event, other]
    latest.set(key, newer)
    if (older) {
      const isSameVersion = sequenceOf(older) === sequenceOf(newer)
      outdated.push({ index: older.index, code: 'outdated', newerIndex: newer.index, isSameVersion })
    }
  }
  return { latest: [...latest.values()], outdated }
}

function sequenceOf({ component }: ParsedEvent): number {
  const value: unknown = component.getFirstPropertyValue('sequence')
  return typeof value === 'number' ? value : 0
}

/** The events of one UID. */
function readSeries(group: readonly ParsedEvent[], window: OccurrenceWindow): (ReadEvent | EventFault)[] {
  const master = group.find(({ component }) => !component.hasProperty('recurrence-id'))
  try {
    const isSeries = master !== undefined && new ICAL.Event(master.component).isRecurring()
    const read = isSeries ? expandSeries(master, group, window) : group.map((event) => readSingle(event))
    return read.map((event) => withinYears(event))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // The library throws plain errors on rules that it cannot read.
    return group.map(({ index }) => ({ index, code: 'rule_unreadable' }))
  }
}

/** The starts of an event were looked at with its zones; an end may follow from a duration. */
function withinYears(event: ReadEvent): ReadEvent | EventFault {
  const isWithin = [event.span, ...event.occurrences].every(({ endsAtMs }) => isStorable(endsAtMs))
  return isWithin ? event : { index: event.index, code: 'time_unreadable', property: 'DTEND' }
}

function expandSeries(master: ParsedEvent, group: readonly ParsedEvent[], window: OccurrenceWindow): ReadEvent[] {
  const exceptions = group.filter((event) => event !== master)
  const components = exceptions.map(({ component }) => component)
  setZonesOfSeries(master.component, components)
  const series = new ICAL.Event(master.component, { exceptions: components })
  const { occurrences, isCutOff } = occurrencesOf(series, window)
  const byComponent = Map.groupBy(occurrences, ({ item }) => item.component)
  const ofComponent = ({ uid, component }: ParsedEvent) =>
    (byComponent.get(component) ?? []).map(({ recurrenceId, ...span }) => ({
      id: occurrenceId(uid, recurrenceId),
      ...spanOf(span),
    }))
  return [
    toEvent(master, { occurrences: ofComponent(master), isCutOff, excludedIds: excludedIds(master, window) }),
    ...exceptions.map((exception) => {
      if (byComponent.has(exception.component)) return toEvent(exception, { occurrences: ofComponent(exception) })
      // It can be moved into the window from an occurrence outside it, and out of it, which does not make it gone.
      const single = readSingle(exception)
      const byRule = new ICAL.Event(exception.component).recurrenceId
      const isWithin = [single.span.startsAtMs, msOf(byRule)].some((atMs) => isInWindow(atMs, window))
      return isWithin ? single : { ...single, occurrences: [] }
    }),
  ]
}

type Span = { readonly startDate: ICAL.Time; readonly endDate: ICAL.Time }
type Occurrence = Span & { readonly recurrenceId: ICAL.Time; readonly item: ICAL.Event }

function occurrencesOf(
  series: ICAL.Event,
  window: OccurrenceWindow,
): { readonly occurrences: Occurrence[]; readonly isCutOff: boolean } {
  const occurrences: Occurrence[] = []
  const iterator = series.iterator()
  const excluded = new Set(exclusionsOf(series.component).map((time) => (time.isDate ? dayOf(time) : msOf(time))))
  for (;;) {
    const time = iterator.next() as ICAL.Time | null
    if (!time) return { occurrences, isCutOff: false }
    if (isLongBefore(time, window) && series.rangeExceptions.length === 0) continue
    // The library forgets an exclusion after one that repeats another or excludes nothing.
    if (excluded.has(msOf(time)) || excluded.has(dayOf(time))) continue
    if (msOf(time) >= window.toMs) return { occurrences, isCutOff: false }
    const occurrence = series.getOccurrenceDetails(time) as Occurrence
    if (!isInWindow(msOf(occurrence.startDate), window)) continue
    if (occurrences.length === mostOccurrences) return { occurrences, isCutOff: true }
    occurrences.push(occurrence)
  }
}

/** By the wall clock, which is never more than a day from the instant: so skipping years of occurrences is cheap. */
function isLongBefore({ year, month, day }: ICAL.Time, { fromMs }: OccurrenceWindow): boolean {
  return Date.UTC(year, month - 1, day + 2) < fromMs
}

function excludedIds({ uid, component }: ParsedEvent, window: OccurrenceWindow): string[] {
  const excluded = exclusionsOf(component).filter((time) => !time.isDate && isInWindow(msOf(time), window))
  return [...new Set(excluded.map((time) => occurrenceId(uid, time)))]
}

function readSingle(event: ParsedEvent): ReadEvent {
  const { uid, component } = event
  const of = new ICAL.Event(component)
  const id = component.hasProperty('recurrence-id') ? occurrenceId(uid, of.recurrenceId) : uid
  return toEvent(event, { occurrences: [{ id, ...spanOf(of) }] })
}

/** UID and the start the occurrence had by the rule: it stays the same when the occurrence is moved. */
function occurrenceId(uid: string, recurrenceId: ICAL.Time): string {
  const at = recurrenceId.isDate
    ? recurrenceId.toICALString()
    : new Date(msOf(recurrenceId)).toISOString().replace(/\.\d+/, '')
  return `${uid}/${at.replaceAll(/[-:]/g, '')}`
}

function toEvent(
  { index, uid, isCancelled, hasFloatingTimes, component }: ParsedEvent,
  expanded: Pick<ReadEvent, 'occurrences'> & Partial<Pick<ReadEvent, 'excludedIds' | 'isCutOff'>>,
): ReadEvent {
  const event = new ICAL.Event(component)
  const organizer = addressOf(component.getFirstProperty('organizer'))
  return {
    index,
    uid,
    isCancelled,
    isRecurring: event.isRecurring(),
    isException: component.hasProperty('recurrence-id'),
    hasFloatingTimes,
    summary: textOf(component, 'summary'),
    description: firstLines(textOf(component, 'description')),
    location: textOf(component, 'location'),
    organizerEmail: organizer?.includes('@') ? organizer : null,
    hasOrganizer: component.hasProperty('organizer'),
    attendees: attendeesOf(component, organizer),
    span: spanOf(event),
    excludedIds: [],
    isCutOff: false,
    ...expanded,
  }
}

function spanOf({ startDate, endDate }: Span): ReadSpan {
  return {
    startsAtMs: msOf(startDate),
    endsAtMs: msOf(endDate),
    hasTime: !startDate.isDate,
    timeZone: startDate.zone instanceof CalendarZone ? startDate.zone.ianaName : null,
  }
}

function textOf(component: ICAL.Component, property: string): string | null {
  const value: unknown = component.getFirstPropertyValue(property)
  const text = value === null || value === undefined ? '' : String(value).trim()
  return text === '' ? null : text
}

/** Whole lines only: a number that is cut off would be another number. */
function firstLines(text: string | null): string | null {
  if (text === null || text.length <= longestDescription) return text
  const cut = text.slice(0, longestDescription)
  return cut.slice(0, Math.max(0, cut.lastIndexOf('\n')))
}

function isInWindow(atMs: number, { fromMs, toMs }: OccurrenceWindow): boolean {
  return atMs >= fromMs && atMs < toMs
}
