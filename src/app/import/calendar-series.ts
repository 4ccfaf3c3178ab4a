import ICAL from 'ical.js'
import { recipientOf } from './calendar-recipient.ts'
import type { CalendarEvent, CalendarSourceOptions } from './calendar-source.ts'
import { CalendarZone, instantOf } from '#/kernel/icalendar-zone.ts'
import { rejected, type CancellationBody, type ImportRow, type RowWork } from './import-row.ts'
import { withOffset } from './local-time.ts'

/** How far ahead occurrences of recurring events are handed in. */
const windowDays = 90
const mostOccurrences = 400
const mostSteps = 100_000

/** The rows of one UID: a single event, or the occurrences of a recurring one with their exceptions. */
export function eventRows(events: readonly CalendarEvent[], options: CalendarSourceOptions): ImportRow[] {
  const master = events.find(({ component }) => !component.hasProperty('recurrence-id'))
  const exceptions = events.filter((event) => event !== master)
  if (!master) return exceptions.map((exception) => exceptionRow(exception, options))
  const series = new ICAL.Event(master.component, { exceptions: exceptions.map(({ component }) => component) })
  if (!series.isRecurring()) {
    return [
      eventRow(master, master.uid, series, options),
      ...exceptions.map((exception) => exceptionRow(exception, options)),
    ]
  }
  return seriesRows({ master, exceptions, series }, options)
}

type Series = {
  readonly master: CalendarEvent
  readonly exceptions: readonly CalendarEvent[]
  readonly series: ICAL.Event
}

function seriesRows({ master, exceptions, series }: Series, options: CalendarSourceOptions): ImportRow[] {
  const own = (work: RowWork): ImportRow => ({ line: master.line, original: [master.uid], work })
  const sample = eventRow(master, master.uid, series, options)
  // What is wrong with the event is wrong with each of its occurrences: said once.
  const seriesFault = sample.work.kind === 'reject' ? [sample] : []
  const expanded = occurrencesOf(series, options.now)
  if (expanded === null) return [own(rejected('', 'has a recurrence that cannot be read'))]
  const byComponent = new Map([master, ...exceptions].map((event) => [event.component, event]))
  const seen = new Set<CalendarEvent>()
  const rows = expanded.occurrences.flatMap((occurrence): ImportRow[] => {
    const event = byComponent.get(occurrence.item.component) ?? master
    if (event !== master) seen.add(event)
    if (event === master && seriesFault.length > 0) return []
    return [eventRow(event, occurrenceId(event, occurrence.recurrenceId), occurrence, options)]
  })
  const moved = exceptions.filter((event) => !seen.has(event) && isInWindow(startOf(event), options.now))
  rows.push(...moved.map((exception) => exceptionRow(exception, options)), ...exclusionRows(master, options))
  if (expanded.isCutOff) {
    rows.push(
      own(
        rejected('', `has more than ${mostOccurrences} occurrences in ${windowDays} days; the later ones are left out`),
      ),
    )
  }
  if (rows.length === 0 && seriesFault.length === 0) {
    rows.push(own(rejected('', `has no occurrence in the next ${windowDays} days`)))
  }
  return [...seriesFault, ...rows]
}

type Occurrence = {
  readonly recurrenceId: ICAL.Time
  readonly startDate: ICAL.Time
  readonly endDate: ICAL.Time
  readonly item: ICAL.Event
}

/** Occurrences in the window, in order; null when the rule cannot be followed. */
function occurrencesOf(
  series: ICAL.Event,
  now: Temporal.Instant,
): { occurrences: Occurrence[]; isCutOff: boolean } | null {
  const occurrences: Occurrence[] = []
  try {
    const iterator = series.iterator()
    for (let step = 0; step < mostSteps; step += 1) {
      const time = iterator.next() as ICAL.Time | null
      if (!time || isPastWindow(time, now)) return { occurrences, isCutOff: false }
      const occurrence = series.getOccurrenceDetails(time) as Occurrence
      if (!isInWindow(occurrence.startDate, now)) continue
      if (occurrences.length === mostOccurrences) return { occurrences, isCutOff: true }
      occurrences.push(occurrence)
    }
    return { occurrences, isCutOff: true }
  } catch {
    // The library throws plain errors of its own on rules it does not understand.
    return null
  }
}

/** EXDATE: an occurrence taken out of the series, which an earlier import may have handed in. */
function exclusionRows(master: CalendarEvent, { now, sourceSystem }: CalendarSourceOptions): ImportRow[] {
  const times = master.component
    .getAllProperties('exdate')
    .flatMap((property) => property.getValues() as unknown[])
    .filter((value): value is ICAL.Time => value instanceof ICAL.Time && !value.isDate)
  const ids = times.filter((time) => isInWindow(time, now)).map((time) => occurrenceId(master, time))
  return [...new Set(ids)].map((externalAppointmentId) => ({
    line: master.line,
    original: [master.uid],
    work: { kind: 'cancel', body: { sourceSystem, externalAppointmentId } },
  }))
}

function exceptionRow(exception: CalendarEvent, options: CalendarSourceOptions): ImportRow {
  const event = new ICAL.Event(exception.component)
  return eventRow(exception, occurrenceId(exception, event.recurrenceId), event, options)
}

/** UID and the start the occurrence had by the rule: it stays the same when the occurrence is moved. */
function occurrenceId({ uid }: CalendarEvent, recurrenceId: ICAL.Time): string {
  const at = recurrenceId.isDate
    ? recurrenceId.toICALString()
    : instantOf(recurrenceId).toString({ smallestUnit: 'second' })
  return `${uid}/${at.replaceAll(/[-:]/g, '')}`
}

type Span = { readonly startDate: ICAL.Time; readonly endDate: ICAL.Time }

function eventRow(event: CalendarEvent, id: string, span: Span, { sourceSystem }: CalendarSourceOptions): ImportRow {
  const key = { sourceSystem, externalAppointmentId: id }
  return { line: event.line, original: [event.uid], work: eventWork(event, key, span) }
}

function eventWork(event: CalendarEvent, key: CancellationBody, { startDate, endDate }: Span): RowWork {
  if (event.isCancelled) return { kind: 'cancel', body: key }
  if (startDate.isDate) return rejected('startsAt', 'an all-day event has no time of day')
  const found = recipientOf(event.component)
  if ('fault' in found) return { kind: 'reject', faults: [found.fault] }
  const timezone = zoneNameOf(startDate) ?? event.shownIn
  if (timezone === null) return rejected('timezone', 'is not named in the file: say which with --timezone')
  const start = instantOf(startDate)
  const end = instantOf(endDate)
  if (Temporal.Instant.compare(start, end) >= 0) return rejected('endsAt', 'the event has no end after its start')
  const text = (instant: Temporal.Instant) => withOffset(instant.toZonedDateTimeISO(timezone))
  return {
    kind: 'submit',
    body: { ...key, startsAt: text(start), endsAt: text(end), timezone, recipient: found.recipient },
  }
}

/** Null for UTC as well: it is how programs write instants, not where the recipient lives. */
export function zoneNameOf({ zone }: ICAL.Time): string | null {
  const name = zone instanceof CalendarZone ? zone.ianaName : null
  return name !== null && /^(Etc\/)?(UTC|GMT|UCT|Zulu)$/.test(name) ? null : name
}

function startOf({ component }: CalendarEvent): ICAL.Time {
  return new ICAL.Event(component).startDate
}

function isInWindow(time: ICAL.Time, now: Temporal.Instant): boolean {
  return !isPastWindow(time, now) && Temporal.Instant.compare(instantOf(time), now) >= 0
}

function isPastWindow(time: ICAL.Time, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(instantOf(time), now.add({ hours: windowDays * 24 })) > 0
}
