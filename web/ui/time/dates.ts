import {
  formatDate as formatClockDate,
  formatShortDate,
  formatTime as formatClock,
  type WallClock,
} from '#/locales/date-time.ts'
import { regionOfZone } from '#/locales/regions.ts'
import { wallClockAt } from '#/locales/wall-clock.ts'
import { now } from '#web/api/clock.ts'
import type { Locale } from '#web/ui/language/locales.ts'

export { intlTag } from '#web/ui/language/locales.ts'

/** A day, as in our messages, with its year where that is not this one: «Tuesday 24 November». */
export function formatDay(instant: string | Date, locale: Locale, timeZone: string): string {
  return formatClockDate(locale, clockAt(instant, timeZone), isOfAnotherYear(instant, timeZone))
}

/** A short day, with its year where that is not this one: «Tue 24 Nov». */
export function formatShortDay(instant: string | Date, locale: Locale, timeZone: string): string {
  return formatShortDate(locale, clockAt(instant, timeZone), isOfAnotherYear(instant, timeZone))
}

/** A date with its weekday and year: «Tuesday 24 November 2026». */
export function formatDate(instant: string | Date, locale: Locale, timeZone: string): string {
  return formatClockDate(locale, clockAt(instant, timeZone), true)
}

/**
 * A time of day, with twelve hours where the region of the zone counts so: «14:30», «2:30 pm».
 *
 * @param home the zone that its reader takes for granted; another one is named, as in the next three: «2:30 pm (New York)»
 */
export function formatTime(instant: string | Date, locale: Locale, timeZone: string, home = timeZone): string {
  const time = formatClock(locale, clockAt(instant, timeZone))
  return timeZone === home ? time : `${time} (${zoneName(timeZone)})`
}

/** A day and the time of day: «Tuesday 24 November 14:30». */
export function formatDayTime(instant: string | Date, locale: Locale, timeZone: string, home = timeZone): string {
  return `${formatDay(instant, locale, timeZone)} ${formatTime(instant, locale, timeZone, home)}`
}

/** A short day and the time of day: «Tue 24 Nov 14:30». */
export function formatShortDayTime(instant: string | Date, locale: Locale, timeZone: string, home = timeZone): string {
  return `${formatShortDay(instant, locale, timeZone)} ${formatTime(instant, locale, timeZone, home)}`
}

/** A day with its year and the time of day: «Tuesday 24 November 2026 14:30». */
export function formatDateTime(instant: string | Date, locale: Locale, timeZone: string, home = timeZone): string {
  return `${formatDate(instant, locale, timeZone)} ${formatTime(instant, locale, timeZone, home)}`
}

/** A wall clock of the zone, `09:05`, as the language and the region of the zone write it: «9:05 am». */
export function formatTimeOfDay(time: string, locale: Locale, timeZone: string): string {
  const [hour, minute] = [Number(time.slice(0, 2)), Number(time.slice(3))]
  return formatClock(locale, { year: 1970, month: 1, day: 1, hour, minute, region: regionOfZone(timeZone) })
}

/** The place that a zone is called after: «New York». */
export function zoneName(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

function isOfAnotherYear(instant: string | Date, timeZone: string): boolean {
  return clockAt(instant, timeZone).year !== clockAt(now(), timeZone).year
}

function clockAt(instant: string | Date, timeZone: string): WallClock {
  return { ...wallClockAt(new Date(instant).getTime(), timeZone), region: regionOfZone(timeZone) }
}
