import { intlTag } from '#web/ui/time/dates.ts'
import type { Locale } from '#web/ui/language/locales.ts'

/** A count: «1,204». */
export function formatCount(count: number, locale: Locale): string {
  return new Intl.NumberFormat(intlTag(locale)).format(count)
}

/** A part of a whole: «85.5%»; a dash where there is no whole. */
export function formatShare(part: number, whole: number, locale: Locale): string {
  if (whole === 0) return '–'
  return new Intl.NumberFormat(intlTag(locale), { style: 'percent', maximumFractionDigits: 1 }).format(part / whole)
}

/** How long something took: «180 ms». */
export function formatMilliseconds(count: number, locale: Locale): string {
  return new Intl.NumberFormat(intlTag(locale), { style: 'unit', unit: 'millisecond' }).format(count)
}

/** A length of time in words: «24 hours». */
export function formatSpan(count: number, unit: 'hour' | 'day', locale: Locale): string {
  return new Intl.NumberFormat(intlTag(locale), { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
