import { writtenHour } from '#/locales/date-time.ts'
import { regionOfZone } from '#/locales/regions.ts'
import { latinDigits } from '#web/ui/form/latin-digits.ts'
import type { Locale } from '#web/ui/language/locales.ts'
import { formatTimeOfDay } from './dates.ts'

/**
 * A time of day as somebody types it, as `14:30`; null when it is none. It is read in every way in which
 * `formatTimeOfDay` writes it, and as «1430», «14.30», «9» or «2.30 pm», in the digits of any script.
 */
export function readTimeOfDay(typed: string, locale: Locale, timeZone: string): string | null {
  const text = latinDigits(typed)
  const [, hours, minutes = '00'] = /^\D*?(\d{1,2})(?:\D{0,3}(\d{2}))?\D*$/.exec(text) ?? []
  if (hours === undefined || Number(minutes) > 59) return null
  const hour = hourOf({ hours, minutes, words: wordsOf(text) }, locale, timeZone)
  return hour === null ? null : clockOf(hour, Number(minutes))
}

/** That many minutes later on the clock, or earlier when negative. */
export function addMinutes(time: string, minutes: number): string {
  const sum = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + minutes
  const inDay = ((sum % 1_440) + 1_440) % 1_440
  return clockOf(Math.floor(inDay / 60), inDay % 60)
}

type Typed = { readonly hours: string; readonly minutes: string; readonly words: string }

function hourOf({ hours, minutes, words }: Typed, locale: Locale, timeZone: string): number | null {
  const hour = Number(hours)
  const written = (at: number) =>
    writtenHour(locale, { year: 1970, month: 1, day: 1, hour: at, minute: 0, region: regionOfZone(timeZone) })
  if (words !== '') {
    const isMeant = (at: number) =>
      written(at) === hour && wordsOf(formatTimeOfDay(clockOf(at, Number(minutes)), locale, timeZone)) === words
    const meant = Array.from({ length: 24 }, (_, at) => at).find(isMeant)
    if (meant !== undefined) return meant
    if (hour >= 1 && hour <= 12 && /^[ap]m?$/.test(words)) return (hour % 12) + (words.startsWith('p') ? 12 : 0)
    if (!/^(h|u|uur|uhr)$/.test(words)) return null
  }
  // Where clocks have twelve hours, «2:30» alone is after noon: hardly anybody comes before seven. «02:30» says it is not.
  const isAfterNoon = written(13) === 1 && hour >= 1 && hour <= 6 && !hours.startsWith('0')
  return isAfterNoon ? hour + 12 : hour < 24 ? hour : null
}

function wordsOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{M}]/gu, '')
}

export function clockOf(hour: number, minute: number): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
