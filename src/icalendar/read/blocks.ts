import type { CalendarObject } from './event.ts'
import { ianaZoneOf } from './zone-names.ts'

/** One component of calendar data as text, so that a broken one does not spoil the rest. */
export type CalendarBlock = {
  readonly line: number
  /** Its lines, unfolded. */
  readonly text: string
  /** UID of an event, TZID of a time zone; empty when there is none. */
  readonly id: string
  /** METHOD of the calendar it stands in, such as CANCEL (RFC 5546); null when there is none. */
  readonly method: string | null
  /** X-WR-TIMEZONE: the zone the calendar is shown in, as many programs write it; null when there is none. */
  readonly shownIn: string | null
}

export type CalendarBlocks = { readonly events: readonly CalendarBlock[]; readonly zones: readonly CalendarBlock[] }

export type CalendarSplitter = {
  add(line: string): void
  /** Null when what was added is no calendar. */
  end(): CalendarBlocks | null
}

type OpenBlock = { readonly kind: string; readonly line: number; readonly lines: string[]; depth: number; idAt: number }

/**
 * Splits calendar data (RFC 5545), line by line, into events and time zones. Other components are no appointments.
 *
 * @param decoded what the unfolded lines of a component say: lines may be folded within a character (RFC 5545, 3.1)
 */
export function calendarSplitter(decoded = (lines: string) => lines): CalendarSplitter {
  const events: CalendarBlock[] = []
  const zones: CalendarBlock[] = []
  let isCalendar = false
  let method: string | null = null
  let shownIn: string | null = null
  let open: OpenBlock | null = null
  let lineNumber = 0
  const close = () => {
    if (open) {
      const id = valueOf(decoded(open.lines[open.idAt] ?? ''))
      const block = { line: open.line, text: decoded(open.lines.join('\r\n')), id, method, shownIn }
      if (open.kind === 'VEVENT') events.push(block)
      if (open.kind === 'VTIMEZONE') zones.push(block)
    }
    open = null
  }
  return {
    add(line) {
      lineNumber += 1
      if (/^[ \t]/.test(line)) {
        if (open) open.lines[open.lines.length - 1] += line.slice(1)
        return
      }
      const [, name = '', value = ''] = /^(?:\uFEFF|\xEF\xBB\xBF)?([A-Za-z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? []
      const property = name.toUpperCase()
      const kind = value.trim().toUpperCase()
      if (property === 'BEGIN' && kind === 'VCALENDAR') {
        close()
        isCalendar = true
        method = shownIn = null
      } else if (property === 'BEGIN' && (open === null || kind === 'VEVENT')) {
        // Events do not nest: the one before was cut off, which shows when it is parsed.
        close()
        open = { kind, line: lineNumber, lines: [line], depth: 0, idAt: -1 }
      } else if (open !== null) {
        open.lines.push(line)
        if (property === 'END' && kind === open.kind) return close()
        if (property === 'BEGIN') open.depth += 1
        if (property === 'END') open.depth -= 1
        if (open.depth === 0 && (property === 'UID' || property === 'TZID')) open.idAt = open.lines.length - 1
      } else if (property === 'METHOD') method = kind
      else if (property === 'X-WR-TIMEZONE') shownIn = value.trim()
    },
    end() {
      close()
      return isCalendar ? { events, zones } : null
    },
  }
}

/** Splits a whole text. */
export function calendarBlocks(text: string): CalendarBlocks | null {
  const splitter = calendarSplitter()
  for (const line of text.split(/\r\n|\n|\r/)) splitter.add(line)
  return splitter.end()
}

/**
 * An object to read, of the parts of a calendar.
 *
 * @param floatingZone IANA zone of times that name none; null: the one the calendar says it is shown in
 */
export function calendarObject(
  events: readonly CalendarBlock[],
  zones: readonly CalendarBlock[],
  floatingZone: string | null,
): CalendarObject {
  return {
    events: events.map(({ text, method, shownIn }) => ({
      text,
      isCancelled: method === 'CANCEL',
      floatingZone: floatingZone ?? (shownIn === null ? null : ianaZoneOf(shownIn)),
    })),
    zones: zones.flatMap(({ id, text }) => (events.some((event) => event.text.includes(id)) ? [{ id, text }] : [])),
  }
}

/** The value of a line of text, without its escapes. */
function valueOf(line: string): string {
  return line
    .slice(line.indexOf(':') + 1)
    .replaceAll(/\\([\\,;])/g, '$1')
    .trim()
}
