import { instantOf, isSkipped, offsetMs, shownAt } from '#/locales/zoned-time.ts'

/** What a time in a file says: a wall clock, or an instant when it carries an offset. */
export type FileTime = { readonly day: string; readonly time: string } | { readonly atMs: number }

/** Reads a date and time; null when the text does not match. */
export type TimeReader = (text: string) => FileTime | null

const dayMs = 86_400_000

const parts: Readonly<Record<string, string>> = {
  yyyy: '(?<year>\\d{4})',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  dd: '(?<day>\\d{2})',
  d: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{2})',
  H: '(?<hour>\\d{1,2})',
  hh: '(?<hour>0\\d|1[012])',
  h: '(?<hour>\\d|1[012])',
  a: '(?<half>[AaPp])\\.?\\s?[Mm]\\.?',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
}

/**
 * The reader for a format: `iso` (2026-12-03T14:30, optionally with a space for the T, seconds and an offset), or a
 * pattern of yyyy, MM or M, dd or d, HH or H, mm, ss and separators, such as `dd-MM-yyyy HH:mm`; hh or h with a for
 * am and pm.
 *
 * @throws RangeError with a sentence when the pattern is none of these
 */
export function timeReader(format: string): TimeReader {
  if (format === 'iso') return (text) => fileTime(iso.exec(text)?.groups)
  const tokens: readonly string[] = format.match(/([A-Za-z])\1*|[^A-Za-z]/g) ?? []
  const source = tokens.map((token) => {
    const part = parts[token]
    if (part !== undefined) return part
    if (/[A-Za-z]/.test(token) && token !== 'T') {
      throw new RangeError(`"${token}" is not part of a format; use ${Object.keys(parts).join(', ')} or iso`)
    }
    return token.replaceAll(/\W/g, '\\$&')
  })
  for (const needed of ['year', 'month', 'day', 'hour', 'minute']) {
    const count = source.filter((part) => part.startsWith(`(?<${needed}>`)).length
    if (count !== 1) throw new RangeError(`a format names the ${needed} exactly once`)
  }
  if (source.some((part) => part === parts['h'] || part === parts['hh']) !== tokens.includes('a'))
    throw new RangeError('h and a go together, as in "h:mm a"')
  const pattern = new RegExp(`^${source.join('')}$`)
  return (text) => fileTime(pattern.exec(text)?.groups)
}

const iso =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})[T ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d+)?)?(?<offset>Z|[+-]\d{2}:?\d{2})?$/i

/** Order of day and month in dates that do not begin with the year: `24-11-2026`, `11/24/2026`. */
export type DayOrder = 'dmy' | 'mdy'

/** The order that every day fits; day first when both do. */
export function orderOf(texts: readonly string[]): DayOrder {
  const numbers = texts.flatMap((text) => {
    const [, first, second] = dayFirst.exec(withoutWeekday(text)) ?? []
    return first === undefined ? [] : [[Number(first), Number(second)] as const]
  })
  return numbers.some(([, second]) => second > 12) && !numbers.some(([first]) => first > 12) ? 'mdy' : 'dmy'
}

/** A day as spreadsheets of many countries write it and what follows it, such as a time; null when it is none. */
export function readDay(text: string, order: DayOrder): { readonly day: string; readonly rest: string } | null {
  const given = withoutWeekday(text)
  const found = yearFirst.exec(given) ?? dayFirst.exec(given)
  if (!found) return null
  const [whole, one = '', two = '', three = ''] = found
  const [year, month, date] =
    one.length === 4 ? [one, two, three] : order === 'dmy' ? [three, two, one] : [three, one, two]
  const day = `${year.length === 2 ? `20${year}` : year}-${twoDigits(month)}-${twoDigits(date)}`
  return isDay(day) ? { day, rest: given.slice(whole.length).replace(/^(,?\s+|T)/, '') } : null
}

/**
 * A time of day on a day; null when it is none.
 *
 * @param time `14:30`, `14.30`, `14u30`, `14:30:00`, `2:30 p.m.`, also with an offset from UTC
 */
export function readTime(day: string, time: string): FileTime | null {
  const [year, month, date] = day.split('-')
  const groups = clock.exec(time)?.groups
  return groups ? fileTime({ ...groups, year, month, day: date }) : null
}

// With a space after each dot in Prague and Ljubljana, a dot at the end in Budapest and Zagreb, and "г." in Sofia.
const yearFirst = /^(\d{4})[-/.] ?(\d{1,2})[-/.] ?(\d{1,2})\.?(?!\d)/
const dayFirst = /^(\d{1,2})[-/.] ?(\d{1,2})[-/.] ?(\d{4}|\d{2})(?: ?г)?\.?(?!\d)/
const clock =
  /^(?<hour>\d{1,2})[:.hu](?<minute>\d{2})(?:[:.]\d{2}(?:[.,]\d+)?)?\s*(?:(?<half>[ap])\.?\s?m\.?)?\s*(?:uur|uhr|h)?\s*(?<offset>Z|[+-]\d{2}:\d{2})?$/i

function withoutWeekday(text: string): string {
  return text.trim().replace(/^\p{L}+[.,]?\s+/u, '')
}

/** Null for 31 February, 25:00 and +31:00, which look right and do not exist. */
function fileTime(groups: Readonly<Record<string, string | undefined>> | undefined): FileTime | null {
  if (groups === undefined) return null
  const two = (name: string) => twoDigits(groups[name] ?? '0')
  const half = groups['half']
  const hour = half ? (Number(groups['hour']) % 12) + (/p/i.test(half) ? 12 : 0) : Number(groups['hour'])
  const day = `${groups['year']}-${two('month')}-${two('day')}`
  const time = `${twoDigits(String(hour))}:${two('minute')}:${two('second')}`
  if (!isDay(day) || !/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time)) return null
  const offset = groups['offset']?.toUpperCase()
  if (offset === undefined) return { day, time }
  const atMs = Date.parse(`${day}T${time}${offset}`)
  return Number.isNaN(atMs) ? null : { atMs }
}

function isDay(day: string): boolean {
  const atMs = Date.parse(day)
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(day)
}

function twoDigits(part: string): string {
  return part.padStart(2, '0')
}

/**
 * The instant of a time in a zone, moved by whole weeks with its weekday and time of day kept, in milliseconds since 1970. A
 * time the clock shows twice means the first, as in the planning of reminders; one that it skips is null.
 */
export function instantIn(time: FileTime, timezone: string, shiftWeeks = 0): number | null {
  if ('atMs' in time && shiftWeeks === 0) return time.atMs
  const shown = 'atMs' in time ? shownAt(time.atMs, timezone) : `${time.day}T${time.time}`
  const day = new Date(Date.parse(shown.slice(0, 10)) + shiftWeeks * 7 * dayMs).toISOString().slice(0, 10)
  const clockTime = shown.slice(11, 19)
  return isSkipped(day, clockTime, timezone) ? null : instantOf(day, clockTime, timezone).getTime()
}

/** The day that a time has in a zone. */
export function dayIn(time: FileTime, timezone: string): string {
  return 'atMs' in time ? shownAt(time.atMs, timezone).slice(0, 10) : time.day
}

/** RFC 3339 with the zone's offset, such as 2026-12-03T14:30:00+01:00. */
export function withOffset(atMs: number, timezone: string): string {
  const ahead = offsetMs(atMs, timezone)
  const minutes = Math.abs(ahead) / 60_000
  const offset = `${twoDigits(String(Math.floor(minutes / 60)))}:${twoDigits(String(minutes % 60))}`
  return `${new Date(atMs + ahead).toISOString().slice(0, 19)}${ahead < 0 ? '-' : '+'}${offset}`
}

/** Whole weeks that bring the earliest day into the week after that of `today`. Weeks begin on Monday. */
export function weeksToNextWeek(earliest: string, today: string): number {
  // The first of 1970 was a Thursday.
  const week = (day: string) => Math.floor((Date.parse(day) / dayMs + 3) / 7)
  return week(today) + 1 - week(earliest)
}
