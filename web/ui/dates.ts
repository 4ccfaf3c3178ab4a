import type { Locale } from './locales.ts'

/** The language for Intl: English is British, the calendar Gregorian, the digits Western, as in our messages. */
export function intlTag(locale: Locale): string {
  const language = locale === 'en' || locale.startsWith('pap-') ? 'en-GB' : locale
  return `${language}-u-ca-gregory-nu-latn`
}

/** A day: «Tuesday 24 November». */
export function formatDay(instant: string | Date, locale: Locale, timeZone: string): string {
  return format(instant, locale, { timeZone, weekday: 'long', day: 'numeric', month: 'long' })
}

/** A short day: «Tue 24 Nov». */
export function formatShortDay(instant: string | Date, locale: Locale, timeZone: string): string {
  return format(instant, locale, { timeZone, weekday: 'short', day: 'numeric', month: 'short' })
}

/** A date: «24 November 2026». */
export function formatDate(instant: string | Date, locale: Locale, timeZone: string): string {
  return format(instant, locale, { timeZone, day: 'numeric', month: 'long', year: 'numeric' })
}

/** A time of day: «14:30». */
export function formatTime(instant: string | Date, locale: Locale, timeZone: string): string {
  return format(instant, locale, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}

/** A day and time of day: «24 November 2026 at 14:30». */
export function formatDateTime(instant: string | Date, locale: Locale, timeZone: string): string {
  return format(instant, locale, {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
}

function format(instant: string | Date, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(intlTag(locale), options).format(new Date(instant))
}
