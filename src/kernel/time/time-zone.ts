import { AppError, type Fault } from '#/kernel/errors.ts'

/** True for an IANA zone name our time-zone data knows; offsets such as +02:00 are not names. */
export function isTimeZone(name: string): boolean {
  return findTimeZone(name) !== null
}

/** The name as the time-zone data spells it: `europe/kiev` becomes `Europe/Kiev`, not `Europe/Kyiv`. Null when unknown. */
export function findTimeZone(name: string): string | null {
  const known = cache.get(name)
  if (known !== undefined) return known
  const answer = ask(name)
  if (cache.size < 2_000) cache.set(name, answer)
  return answer
}

/**
 * The same for a name that somebody gave.
 *
 * @param path the field that it stands in
 * @throws AppError TIMEZONE_UNKNOWN
 */
export function givenTimeZone(name: string, path: string): string {
  const zone = findTimeZone(name)
  if (zone === null) throw new AppError('TIMEZONE_UNKNOWN', { details: [unknownTimeZone(path)] })
  return zone
}

export function unknownTimeZone(path: string): Fault {
  return { path, code: 'not_allowed', message: 'Not a known IANA time zone.' }
}

/** Whether two names mean one zone of the time-zone data, as `Europe/Kiev` and `Europe/Kyiv` do. Both are known. */
export function isSameTimeZone(one: string, other: string): boolean {
  // Temporal compares names by the zone they are links to, but only within a whole date and time.
  return one === other || new Temporal.ZonedDateTime(0n, one).equals(new Temporal.ZonedDateTime(0n, other))
}

const cache = new Map<string, string | null>()

function ask(name: string): string | null {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return null
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
