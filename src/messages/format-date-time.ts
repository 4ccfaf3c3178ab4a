import { formatDate, formatTime, type WallClock } from '#/locales/date-time.ts'
import type { Locale } from '#/locales/locales.ts'
import { regionOfZone } from '#/locales/regions.ts'

/**
 * Local time of an instant in an IANA zone, to the minute, by Temporal alone. Throws RangeError for a zone Temporal
 * does not know.
 */
export function localDateTime(instant: Temporal.Instant, timezone: string): WallClock {
  return wallClock(instant, timezone).local
}

/** Local time in a zone at an instant, and its offset from UTC, such as `+01:00`. */
type ZoneClock = { readonly local: WallClock; readonly offset: string }

function wallClock(instant: Temporal.Instant, timezone: string): ZoneClock {
  const minute = Math.floor(instant.epochMilliseconds / 60_000)
  const key = `${minute} ${timezone}`
  const known = wallClocks.get(key)
  if (known !== undefined) return known
  const zoned = Temporal.Instant.fromEpochMilliseconds(minute * 60_000).toZonedDateTimeISO(timezone)
  const { year, month, day, hour, minute: minutes, offset } = zoned
  if (wallClocks.size >= rememberedMax) wallClocks.clear()
  const clock = { local: { year, month, day, hour, minute: minutes, region: regionOfZone(timezone) }, offset }
  wallClocks.set(key, clock)
  return clock
}

// A cache: the messages of one minute are mostly about the same few, and each asks several times.
const wallClocks = new Map<string, ZoneClock>()

const rememberedMax = 5_000

/** The zone by its city and its offset from UTC at that instant: "Amsterdam (UTC+1)", "Kathmandu (UTC+5:45)". */
export function formatZone(instant: Temporal.Instant, timezone: string): string {
  const { offset } = wallClock(instant, timezone)
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)/.exec(offset) ?? []
  const shift =
    hours === '00' && minutes === '00' ? '' : `${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`
  const city = timezone.slice(timezone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return city === 'UTC' ? city : `${city} (UTC${shift})`
}

/** An instant with day, time and zone: "Thursday 3 December 2026, 14:30, Amsterdam (UTC+1)". */
export function formatMoment(locale: Locale, instant: Temporal.Instant, timezone: string): string {
  const local = localDateTime(instant, timezone)
  return `${formatDate(locale, local, true)}, ${formatTime(locale, local)}, ${formatZone(instant, timezone)}`
}
