import type { DateWords } from '#/locales/date-words.ts'
import type { Locale } from './locales.ts'

export type { DateWords }

/** Stands for the server's words, which most languages do without: those of the page's language, from when it starts. */
export const dateWords: Partial<Record<Locale, DateWords>> = {}

/** Irish, Lithuanian, Maltese, Punjabi and Papiamento. */
export const hasDateWords = (locale: Locale): boolean => /^(ga|lt|mt|pa)/.test(locale)

/** Loads the words for dates of a language that Intl lacks. */
export async function startDateWords(locale: Locale): Promise<void> {
  if (hasDateWords(locale)) Object.assign(dateWords, (await import('#/locales/date-words.ts')).dateWords)
}
