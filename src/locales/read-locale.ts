import { endonyms } from './endonyms.ts'
import { localeOf, locales, type Locale } from './locales.ts'

/** The language that a file names: by its tag, or by its name in that language, English, Dutch or German. Null when it is unknown. */
export function readLocale(given: string): Locale | null {
  const wanted = given.trim().toLowerCase()
  const named = locales.find((id) => id.toLowerCase() === wanted || endonyms[id].toLowerCase() === wanted)
  const isTag = /^[a-z]{2,3}([-_]\w+)*$/.test(wanted)
  return named ?? (isTag ? localeOf(wanted.replaceAll('_', '-')) : null) ?? inOtherWords.get(wanted) ?? null
}

const inOtherWords: ReadonlyMap<string, Locale> = new Map([
  ['dutch', 'nl'],
  ['niederländisch', 'nl'],
  ['engels', 'en'],
  ['englisch', 'en'],
  ['german', 'de'],
  ['duits', 'de'],
  ['french', 'fr'],
  ['frans', 'fr'],
  ['französisch', 'fr'],
  ['spanish', 'es'],
  ['spaans', 'es'],
  ['spanisch', 'es'],
  ['turkish', 'tr'],
  ['turks', 'tr'],
  ['türkisch', 'tr'],
  ['arabic', 'ar'],
  ['arabisch', 'ar'],
  ['polish', 'pl'],
  ['pools', 'pl'],
  ['polnisch', 'pl'],
])
