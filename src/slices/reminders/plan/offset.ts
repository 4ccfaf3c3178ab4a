/** A reminder's distance before the start: nominal days first, then exact minutes. */
export type Offset = { readonly days: number; readonly exactMinutes: number }

const minutesPerDay = 24 * 60
const shortestMinutes = 60
const longestMinutes = 30 * minutesPerDay

/**
 * Reads an ISO 8601 duration in the grammar of RFC 3339 appendix A, limited to weeks (alone), days, hours and minutes.
 * The total, with a day counted as 24 hours, runs from PT1H to P30D. Answers which rule was broken instead of throwing,
 * because policies are checked where they are written.
 */
export function parseOffset(text: string): Offset | 'invalid_format' | 'out_of_range' {
  const match = /^P(?!$)(?:(\d{1,4})W|(?:(\d{1,4})D)?(?:T(?=\d)(?:(\d{1,4})H)?(?:(\d{1,5})M)?)?)$/.exec(text)
  if (match === null) return 'invalid_format'
  const [, weeks, days, hours, minutes] = match
  const offset = { days: count(weeks) * 7 + count(days), exactMinutes: count(hours) * 60 + count(minutes) }
  const total = totalMinutes(offset)
  return total < shortestMinutes || total > longestMinutes ? 'out_of_range' : offset
}

function count(digits: string | undefined): number {
  return digits === undefined ? 0 : Number(digits)
}

/** Minutes of an offset with a nominal day counted as 24 hours; for ranges and grace, never for due instants. */
export function totalMinutes(offset: Offset): number {
  return offset.days * minutesPerDay + offset.exactMinutes
}

/** An offset from a checked policy. Throws RangeError for text `parseOffset` refuses: that is a fault in our own code. */
export function offsetOf(text: string): Offset {
  const offset = parseOffset(text)
  if (typeof offset === 'string') throw new RangeError(`Not a reminder offset (${offset}): ${text}`)
  return offset
}

/**
 * The one spelling of an offset, equal exactly when the meaning is equal: P1W is P7D and PT90M is PT1H30M,
 * but PT24H is not P1D, because a nominal day may last 23 or 25 hours.
 */
export function offsetKey(text: string): string {
  const { days, exactMinutes } = offsetOf(text)
  const hours = Math.floor(exactMinutes / 60)
  const minutes = exactMinutes % 60
  const time = (hours > 0 ? `${hours}H` : '') + (minutes > 0 ? `${minutes}M` : '')
  return 'P' + (days > 0 ? `${days}D` : '') + (time === '' ? '' : `T${time}`)
}

/**
 * The instant a reminder with this offset falls due. Days keep the wall clock of the start in the appointment's IANA
 * zone; hours and minutes are exact and counted from there. Not yet moved out of quiet hours.
 */
export function dueAtFor(startsAt: Temporal.Instant, timezone: string, offset: string): Temporal.Instant {
  const { days, exactMinutes } = offsetOf(offset)
  const sameWallClock = days === 0 ? startsAt : daysBefore(startsAt, timezone, days)
  return exactMinutes === 0 ? sameWallClock : sameWallClock.subtract({ minutes: exactMinutes })
}

function daysBefore(startsAt: Temporal.Instant, timezone: string, days: number): Temporal.Instant {
  return instantAt(startsAt.toZonedDateTimeISO(timezone).toPlainDateTime().subtract({ days }), timezone, 'earlier')
}

/**
 * The instant at which clocks in the zone show this local time. A local time that clocks skip gives the first instant
 * after the gap (02:30 in a gap from 02:00 to 03:00 gives 03:00; Temporal alone would give 03:30). A local time that
 * clocks show twice gives the occurrence asked for.
 */
export function instantAt(
  local: Temporal.PlainDateTime,
  timezone: string,
  repeated: 'earlier' | 'later',
): Temporal.Instant {
  const resolved = local.toZonedDateTime(timezone, { disambiguation: repeated })
  if (resolved.toPlainDateTime().equals(local)) return resolved.toInstant()
  // "earlier" lies before the gap by the gap's own length, so the next transition is the gap itself.
  const gap = local.toZonedDateTime(timezone, { disambiguation: 'earlier' }).getTimeZoneTransition('next')
  return (gap ?? resolved).toInstant()
}
