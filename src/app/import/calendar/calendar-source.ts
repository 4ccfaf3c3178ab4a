import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { calendarSplitter, type CalendarBlocks } from '#/icalendar/read/blocks.ts'
import { ianaZoneOf } from '#/icalendar/read/zone-names.ts'
import { readCalendarObjects } from '#/icalendar/reader.ts'
import { calendarRows, type CalendarRow } from '#/import-files/calendar-rows.ts'
import { recipientNamed } from '#/slices/calendar-sync/calendar-sync.ts'
import { withOffset } from '#/import-files/local-time.ts'
import { ImportError, rejected, type ImportRow, type RowSource, type RowWork } from '#/app/import/import-row.ts'
import { calendarFault } from './calendar-fault.ts'

export type CalendarSourceOptions = {
  readonly sourceSystem: string
  /** Zone of times that name none and of times in UTC; null: the zone the calendar says it is shown in. */
  readonly timezone: string | null
  /** Recurring events are expanded from here on. */
  readonly now: Temporal.Instant
}

const mostEvents = 100_000

/** How the commands read a calendar. */
export const calendarReading = { needsIds: true, read: readCalendarObjects } as const

/**
 * Opens a calendar file. Its rows are the single events, the occurrences of recurring ones in the window ahead, and the
 * cancellations of both.
 *
 * @throws ImportError when it is no calendar file or the given zone is unknown
 */
export async function openCalendar(path: string, options: CalendarSourceOptions): Promise<RowSource> {
  const { sourceSystem, timezone, now } = options
  const blocks = await calendarBlocksOf(path, timezone)
  const read = await calendarRows(blocks, { ...calendarReading, timezone, nowMs: now.epochMilliseconds })
  const rows = read.map((row): ImportRow => ({ line: row.line, original: [row.uid], work: toWork(row, sourceSystem) }))
  return { header: ['uid'], delimiter: ',', rowCount: rows.length, shiftWeeks: 0, rows: () => rows }
}

/**
 * The events and zones of a calendar file.
 *
 * @param timezone of times that name none; null: the zone the calendar says it is shown in
 * @throws ImportError when it is no calendar file or the given zone is unknown
 */
export async function calendarBlocksOf(path: string, timezone: string | null): Promise<CalendarBlocks> {
  if (timezone !== null && ianaZoneOf(timezone) === null) {
    throw new ImportError('The time zone is not a known IANA name, such as Europe/Amsterdam.')
  }
  const splitter = calendarSplitter((bytes) => Buffer.from(bytes, 'latin1').toString('utf8'))
  const input = createReadStream(path, 'latin1')
  for await (const line of createInterface({ input, crlfDelay: Infinity })) splitter.add(line)
  const blocks = splitter.end()
  if (!blocks) throw new ImportError('The file is not a calendar: it has no BEGIN:VCALENDAR.')
  if (blocks.events.length > mostEvents) throw new ImportError(`A calendar file may have ${mostEvents} events.`)
  return blocks
}

function toWork({ id, work }: CalendarRow, sourceSystem: string): RowWork {
  const key = { sourceSystem, externalAppointmentId: id }
  if (work.kind === 'fault') return { kind: 'reject', faults: [calendarFault(work.fault)] }
  if (work.kind !== 'appointment') return { kind: 'cancel', body: key }
  const { startsAtMs, endsAtMs, timezone } = work
  // A file does not name the holder's country, so numbers need theirs.
  const recipient = recipientNamed(work.person, null)
  if (recipient === null) return rejected('recipient', contactUnreadable)
  const [startsAt, endsAt] = [withOffset(startsAtMs, timezone), withOffset(endsAtMs, timezone)]
  return { kind: 'submit', body: { ...key, startsAt, endsAt, timezone, recipient } }
}

const contactUnreadable =
  'has no contact that can be read: a telephone number with its country code, such as +31612345678, or an e-mail address'
