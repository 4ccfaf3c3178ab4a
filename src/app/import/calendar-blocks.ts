import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { ImportError } from './import-row.ts'

/** One component of a calendar file as text, so that a broken one costs no other. */
export type CalendarBlock = {
  readonly line: number
  readonly text: string
  /** METHOD of the calendar it stands in, such as CANCEL (RFC 5546); null when there is none. */
  readonly method: string | null
  /** X-WR-TIMEZONE: the zone the calendar is shown in, as many programs write it; null when there is none. */
  readonly shownIn: string | null
}

export type CalendarBlocks = { readonly events: readonly CalendarBlock[]; readonly zones: readonly CalendarBlock[] }

const mostEvents = 100_000

/**
 * Takes a calendar file (RFC 5545) apart into its events and time zones. Other components are no appointments.
 *
 * @throws ImportError when it is no calendar file
 */
export async function calendarBlocks(path: string): Promise<CalendarBlocks> {
  const events: CalendarBlock[] = []
  const zones: CalendarBlock[] = []
  const calendar: { isFound: boolean; method: string | null; shownIn: string | null } = {
    isFound: false,
    method: null,
    shownIn: null,
  }
  const open: { kind: string | null; line: number; lines: string[] } = { kind: null, line: 0, lines: [] }
  const close = () => {
    const { method, shownIn } = calendar
    const block = { method, shownIn, line: open.line, text: open.lines.join('\r\n') }
    if (open.kind === 'VEVENT') events.push(block)
    if (open.kind === 'VTIMEZONE') zones.push(block)
    if (events.length > mostEvents) throw new ImportError(`A calendar file may have ${mostEvents} events.`)
    open.kind = null
  }
  let line = 0
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    line += 1
    const [, name = '', value = ''] = /^\uFEFF?([A-Za-z-]+)(?:;[^:]*)?:(.*)$/.exec(text) ?? []
    const property = name.toUpperCase()
    const kind = value.trim().toUpperCase()
    if (property === 'BEGIN' && kind === 'VCALENDAR') {
      close()
      Object.assign(calendar, { isFound: true, method: null, shownIn: null })
    } else if (property === 'BEGIN' && (open.kind === null || kind === 'VEVENT')) {
      // An event does not stand in another: the one before was cut off, and its own reading will say so.
      close()
      Object.assign(open, { kind, line, lines: [text] })
    } else if (open.kind !== null) {
      open.lines.push(text)
      if (property === 'END' && kind === open.kind) close()
    } else if (property === 'METHOD') calendar.method = kind
    else if (property === 'X-WR-TIMEZONE') calendar.shownIn = value.trim()
  }
  close()
  if (!calendar.isFound) throw new ImportError('The file is not a calendar: it has no BEGIN:VCALENDAR.')
  return { events, zones }
}
