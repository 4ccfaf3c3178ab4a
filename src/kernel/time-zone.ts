/** True for an IANA zone name our time-zone data knows; offsets such as +02:00 are not names. */
export function isTimeZone(name: string): boolean {
  const known = cache.get(name)
  if (known !== undefined) return known
  const answer = ask(name)
  if (cache.size < 2_000) cache.set(name, answer)
  return answer
}

const cache = new Map<string, boolean>()

function ask(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
