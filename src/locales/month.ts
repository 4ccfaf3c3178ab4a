import { dateWords } from './date-words.ts'
import { intlTag, type Locale } from './locales.ts'

/** A month by its name, with its year: "november 2026". @param month 1 for January */
export function formatMonth(locale: Locale, year: number, month: number): string {
  const words = dateWords[locale]
  // Lithuanian says a month in another case when no day precedes it, which Intl knows.
  if (words !== undefined && locale !== 'lt') return `${words.months[month - 1]} ${year}`
  return new Intl.DateTimeFormat(intlTag(locale), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1),
  )
}
