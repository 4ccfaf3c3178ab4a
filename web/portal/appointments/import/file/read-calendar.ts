import { calendarBlocks } from '#/icalendar/read/blocks.ts'
import { readCalendarObject } from '#/icalendar/read/event.ts'
import { calendarRows, type CalendarFault, type CalendarWork } from '#/import-files/calendar-rows.ts'
import { ofTextColumns } from './columns.ts'
import type { Facts, Fault } from './facts.ts'

/** One event of a calendar file, or one occurrence of an event that recurs. */
export type EventRow = {
  /** Line of the file on which the event begins. */
  readonly line: number
  /** Identifies it within the file. */
  readonly key: string
  /** As people find it again in their calendar. */
  readonly summary: string
  readonly work: Facts | Fault
}

/**
 * The events of a calendar file, recurring ones as their coming occurrences; null when the file is not a calendar.
 *
 * @param reading now, and the zone of times that name none
 */
export async function readCalendar(
  text: string,
  { timeZone, now }: { readonly timeZone: string; readonly now: Date },
): Promise<readonly EventRow[] | null> {
  const blocks = calendarBlocks(text)
  if (blocks === null) return null
  const rows = await calendarRows(blocks, {
    timezone: timeZone,
    nowMs: now.getTime(),
    needsIds: false,
    read: async (objects, window) => objects.map((object) => readCalendarObject(object, window)),
  })
  return rows.flatMap(({ line, id, summary, work }) => {
    const words = summary ?? ''
    const read = workOf(work, words)
    return read === null ? [] : [{ line, key: `${line} ${id}`, summary: words, work: read }]
  })
}

/** Null for what the file itself replaces or leaves out. */
function workOf(work: CalendarWork, summary: string): Facts | Fault | null {
  if (work.kind === 'excluded') return null
  if (work.kind === 'cancelled') return 'cancelled'
  if (work.kind === 'fault') return work.fault.code === 'outdated' ? null : (faults[work.fault.code] ?? 'unreadable')
  const { startsAtMs, endsAtMs, person, location } = work
  const [phone, email] = [person.phone ?? '', person.email ?? '']
  return {
    startsAt: new Date(startsAtMs),
    endsAt: new Date(endsAtMs),
    name: person.name || summary || email || phone,
    phone,
    email,
    language: '',
    texts: { ...ofTextColumns(() => ''), locationLabel: location ?? '' },
  }
}

/** Those that have words of their own. */
const faults: Readonly<Partial<Record<CalendarFault['code'], Fault>>> = {
  all_day: 'all_day',
  nobody_named: 'no_contact',
  several_attendees: 'several_people',
  no_occurrence: 'no_occurrence',
  no_end: 'end',
}
