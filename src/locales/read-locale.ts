import { endonyms } from './endonyms.ts'
import { localeOf, locales, type Locale } from './locales.ts'

/** The language that a file names: by its tag, or by its name in that language, English, Dutch or German. Null when it is unknown. */
export function readLocale(given: string): Locale | null {
  const wanted = given.trim().toLowerCase()
  const named = locales.find((id) => id.toLowerCase() === wanted || endonyms[id].toLowerCase() === wanted)
  const isTag = /^[a-z]{2,3}([-_]\w+)*$/.test(wanted)
  return named ?? (isTag ? localeOf(wanted.replaceAll('_', '-')) : null) ?? names.get(wanted) ?? null
}

/** In lower case. "Chinees" and "Punjabi" name a language without its script, and Chromium has no name for Papiamento. */
const names: ReadonlyMap<string, Locale> = new Map([
  ...['en', 'nl', 'de'].flatMap(namesIn),
  ['papiamento', 'pap-CW'],
  ['papiaments', 'pap-CW'],
])

function namesIn(language: string): [name: string, locale: Locale][] {
  const display = new Intl.DisplayNames(language, { type: 'language', languageDisplay: 'standard', fallback: 'none' })
  return [...locales, 'zh', 'pa'].flatMap((tag) => {
    const [name, locale] = [display.of(tag), localeOf(tag)]
    return name && locale ? [[name.toLowerCase(), locale]] : []
  })
}
