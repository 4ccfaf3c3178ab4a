import {
  formatDate as formatClockDate,
  formatShortDate,
  formatTime as formatClock,
  type WallClock,
} from '#/locales/date-time.ts'
import { regionOfZone } from '#/locales/regions.ts'
import { wallClockAt } from '#/locales/wall-clock.ts'
import type { Locale } from '#web/ui/language/locales.ts'

export { intlTag } from '#web/ui/language/locales.ts'

/** A day, as in our messages: «Tuesday 24 November». */
export function formatDay(instant: string | Date, locale: Locale, timeZone: string): string {
  return formatClockDate(locale, clockAt(instant, timeZone), false)
}

/** A short day: «Tue 24 Nov». */
export function formatShortDay(instant: string | Date, locale: Locale, timeZone: string): string {
  return formatShortDate(locale, clockAt(instant, timeZone), false)
}

/** A date with its weekday and year: «Tuesday 24 November 2026». */
export function formatDate(instant: string | Date, locale: Locale, timeZone: string): string {
  return formatClockDate(locale, clockAt(instant, timeZone), true)
}

/** A time of day, with twelve hours where the region of the zone counts so: «14:30», «2:30 pm». */
export function formatTime(instant: string | Date, locale: Locale, timeZone: string): string {
  return formatClock(locale, clockAt(instant, timeZone))
}

/** A day and the time of day: «Tuesday 24 November 14:30». */
export function formatDayTime(instant: string | Date, locale: Locale, timeZone: string): string {
  return `${formatDay(instant, locale, timeZone)} ${formatTime(instant, locale, timeZone)}`
}

/** A short day and the time of day: «Tue 24 Nov 14:30». */
export function formatShortDayTime(instant: string | Date, locale: Locale, timeZone: string): string {
  return `${formatShortDay(instant, locale, timeZone)} ${formatTime(instant, locale, timeZone)}`
}

/** A day with its year and the time of day: «Tuesday 24 November 2026 14:30». */
export function formatDateTime(instant: string | Date, locale: Locale, timeZone: string): string {
  const clock = clockAt(instant, timeZone)
  return `${formatClockDate(locale, clock, true)} ${formatClock(locale, clock)}`
}

function clockAt(instant: string | Date, timeZone: string): WallClock {
  return { ...wallClockAt(new Date(instant).getTime(), timeZone), region: regionOfZone(timeZone) }
}
