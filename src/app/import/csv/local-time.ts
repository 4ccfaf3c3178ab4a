/** What a date-time in a file says: a wall clock, or an instant when it carries an offset. */
export type FileTime = Temporal.PlainDateTime | Temporal.Instant

/** Reads a date-time; null when the text does not match. */
export type TimeReader = (text: string) => FileTime | null

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
  if (format === 'iso') return readIso
  const tokens: readonly string[] = format.match(/([A-Za-z])\1*|[^A-Za-z]/g) ?? []
  const source = tokens.map((token) => {
    const part = parts[token]
    if (part !== undefined) return part
    if (/[A-Za-z]/.test(token) && token !== 'T') {
      throw new RangeError(`"${token}" is not part of a format; use ${Object.keys(parts).join(', ')} or iso`)
    }
    return RegExp.escape(token)
  })
  for (const needed of ['year', 'month', 'day', 'hour', 'minute']) {
    const count = source.filter((part) => part.startsWith(`(?<${needed}>`)).length
    if (count !== 1) throw new RangeError(`a format names the ${needed} exactly once`)
  }
  if (source.some((part) => part === parts['h'] || part === parts['hh']) !== tokens.includes('a'))
    throw new RangeError('h and a go together, as in "h:mm a"')
  const pattern = new RegExp(`^${source.join('')}$`)
  return (text) => {
    const groups = pattern.exec(text)?.groups
    return groups ? wallClock(groups) : null
  }
}

const iso =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})[T ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d+)?)?(?<offset>Z|[+-]\d{2}:?\d{2})?$/i

function readIso(text: string): FileTime | null {
  const groups = iso.exec(text)?.groups
  if (!groups) return null
  const local = wallClock(groups)
  if (local === null || groups['offset'] === undefined) return local
  try {
    return Temporal.Instant.from(`${local.toString()}${groups['offset'].toUpperCase()}`)
  } catch (error) {
    // An offset such as +31:00 matches the pattern but does not exist.
    if (error instanceof RangeError) return null
    throw error
  }
}

function wallClock(groups: Readonly<Record<string, string | undefined>>): Temporal.PlainDateTime | null {
  const number = (name: string) => Number(groups[name] ?? 0)
  const fields = {
    year: number('year'),
    month: number('month'),
    day: number('day'),
    hour: groups['half'] ? (number('hour') % 12) + (/p/i.test(groups['half']) ? 12 : 0) : number('hour'),
    minute: number('minute'),
    second: number('second'),
  }
  try {
    return Temporal.PlainDateTime.from(fields, { overflow: 'reject' })
  } catch (error) {
    // 31 February and 25:00 match the pattern but do not exist.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** A time in a zone, moved by whole weeks with its weekday and time of day kept; null when that zone's clock skips it. */
export function inZone(time: FileTime, timezone: string, shiftWeeks: number): Temporal.ZonedDateTime | null {
  if (time instanceof Temporal.Instant && shiftWeeks === 0) return time.toZonedDateTimeISO(timezone)
  const local = wallClockIn(time, timezone).add({ weeks: shiftWeeks })
  // A time the clock shows twice means the first, as in the planning of reminders.
  const zoned = local.toZonedDateTime(timezone, { disambiguation: 'earlier' })
  return zoned.toPlainDateTime().equals(local) ? zoned : null
}

/** The wall clock a time shows in a zone. */
export function wallClockIn(time: FileTime, timezone: string): Temporal.PlainDateTime {
  return time instanceof Temporal.Instant ? time.toZonedDateTimeISO(timezone).toPlainDateTime() : time
}

/** RFC 3339 with the zone's offset, such as 2026-12-03T14:30:00+01:00. */
export function withOffset(time: Temporal.ZonedDateTime): string {
  // Offsets with seconds exist before 1937 only; RFC 3339 cannot express them.
  return time.toString({ timeZoneName: 'never', smallestUnit: 'second' })
}

/** Whole weeks that bring the earliest date into the week after that of `today`. Weeks begin on Monday. */
export function weeksToNextWeek(earliest: Temporal.PlainDate, today: Temporal.PlainDate): number {
  const monday = (date: Temporal.PlainDate) => date.subtract({ days: date.dayOfWeek - 1 })
  return monday(earliest).until(monday(today).add({ weeks: 1 }), { largestUnit: 'week' }).weeks
}
