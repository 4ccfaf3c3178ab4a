import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { calendarSplitter, type CalendarBlock, type CalendarBlocks } from '#/icalendar/icalendar-blocks.ts'
import type { EventFault, OccurrenceWindow, ReadEvent } from '#/icalendar/icalendar-event.ts'
import { calendarObject, readCalendarObjects } from '#/icalendar/icalendar-reader.ts'
import { ianaZoneOf } from '#/kernel/time/time-zone-names.ts'
import { eventRows, windowDays } from './calendar-series.ts'
import { ImportError, rejected, type ImportRow, type RowSource } from '#/app/import/import-row.ts'

export type CalendarSourceOptions = {
  readonly sourceSystem: string
  /** Zone of times that name none and of times in UTC; null: the zone the calendar says it is shown in. */
  readonly timezone: string | null
  /** Recurring events are expanded from here on. */
  readonly now: Temporal.Instant
}

/** An event that could be read. */
export type CalendarEvent = ReadEvent & {
  readonly line: number
  /** Zone to show times in when the event's own has no name. */
  readonly shownIn: string | null
}

const mostEvents = 100_000

/**
 * Opens a calendar file. Its rows are the single events, the occurrences of recurring ones in the window ahead, and the
 * cancellations of both.
 *
 * @throws ImportError when it is no calendar file or the given zone is unknown
 */
export async function openCalendar(path: string, options: CalendarSourceOptions): Promise<RowSource> {
  const { timezone, now } = options
  const window = { fromMs: now.epochMilliseconds, toMs: now.add({ hours: windowDays * 24 }).epochMilliseconds }
  const { events, rows } = await readCalendar(path, timezone, window)
  for (const series of Map.groupBy(events, ({ uid }) => uid).values()) rows.push(...eventRows(series, options))
  rows.sort((one, other) => one.line - other.line)
  return { header: ['uid'], delimiter: ',', rowCount: rows.length, shiftWeeks: 0, rows: () => rows }
}

/**
 * The events of a calendar file, each in its latest version, and a rejected row for each that cannot be used.
 *
 * @param timezone of times that name none; null: the zone the calendar says it is shown in
 * @param window of the occurrences of recurring events
 * @throws ImportError when it is no calendar file or the given zone is unknown
 */
export async function readCalendar(
  path: string,
  timezone: string | null,
  window: OccurrenceWindow,
): Promise<{ events: CalendarEvent[]; rows: ImportRow[] }> {
  if (timezone !== null && ianaZoneOf(timezone) === null) {
    throw new ImportError('The time zone is not a known IANA name, such as Europe/Amsterdam.')
  }
  const { events: blocks, zones: all } = await blocksOf(path)
  // A file put together from many calendars repeats its zones in each.
  const zones = [...new Map(all.map((zone) => [zone.id, zone])).values()]
  const events: CalendarEvent[] = []
  const rows: ImportRow[] = []
  for (const series of Map.groupBy(blocks, ({ id }) => id).values()) {
    // One UID at a time, so that one that cannot be read does not affect the others.
    const [read = null] = await readCalendarObjects([calendarObject(series, zones, timezone)], window)
    if (read === null) rows.push(...series.map((block) => rejectedRow(block, '', 'has a recurrence that never ends')))
    for (const fault of read?.faults ?? []) rows.push(faultRow(fault, series))
    for (const event of read?.events ?? []) {
      const block = series[event.index]
      if (!block) continue
      const shownIn = timezone ?? (block.shownIn === null ? null : ianaZoneOf(block.shownIn))
      if (block.text.includes('\uFFFD')) rows.push(rejectedRow(block, '', 'has characters that are not UTF-8'))
      else if (event.hasFloatingTimes)
        rows.push(rejectedRow(block, 'startsAt', 'is in no time zone: say which with --timezone'))
      else events.push({ ...event, line: block.line, shownIn })
    }
  }
  return { events, rows }
}

async function blocksOf(path: string): Promise<CalendarBlocks> {
  const splitter = calendarSplitter((bytes) => Buffer.from(bytes, 'latin1').toString('utf8'))
  const input = createReadStream(path, 'latin1')
  for await (const line of createInterface({ input, crlfDelay: Infinity })) splitter.add(line)
  const blocks = splitter.end()
  if (!blocks) throw new ImportError('The file is not a calendar: it has no BEGIN:VCALENDAR.')
  if (blocks.events.length > mostEvents) throw new ImportError(`A calendar file may have ${mostEvents} events.`)
  return blocks
}

function faultRow(fault: EventFault, series: readonly CalendarBlock[]): ImportRow {
  const [field, reason] = faultTexts[fault.code](fault, series)
  return rejectedRow(series[fault.index], field, reason)
}

function rejectedRow(block: CalendarBlock | undefined, field: string, reason: string): ImportRow {
  return { line: block?.line ?? 0, original: [block?.id ?? ''], work: rejected(field, reason) }
}

type FaultText = (fault: EventFault, series: readonly CalendarBlock[]) => readonly [field: string, reason: string]

const faultTexts: Readonly<Record<EventFault['code'], FaultText>> = {
  not_an_event: () => ['', 'cannot be read as an event'],
  no_uid: () => ['externalAppointmentId', 'the event has no UID'],
  no_start: () => ['startsAt', 'the event has no start'],
  time_unreadable: ({ property }) => ['startsAt', `${property} cannot be read`],
  zone_unknown: () => ['startsAt', 'is in a time zone that is neither known nor in the file'],
  rule_unreadable: () => ['', 'has a recurrence that cannot be read'],
  rule_too_frequent: () => ['', 'recurs more often than every day'],
  outdated: ({ newerIndex = 0 }, series) => [
    '',
    `is an older version of the event on line ${series[newerIndex]?.line ?? 0}`,
  ],
}
