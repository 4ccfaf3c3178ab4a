import { intlTag } from '#web/ui/time/dates.ts'
import type { Locale } from '#web/ui/language/locales.ts'

/** Milliseconds as the language writes them: «8 ms». */
export function formatMs(ms: number, locale: Locale): string {
  return new Intl.NumberFormat(intlTag(locale), { style: 'unit', unit: 'millisecond' }).format(ms)
}
