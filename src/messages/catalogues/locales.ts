import { oneOf } from '#/kernel/schema.ts'
import { catalogues, type AvailableLocale } from './catalogues.ts'

/** Every interface locale of the contract, in its order. */
// oxfmt-ignore
export const locales = [
  'en', 'es', 'zh-Hans', 'zh-Hant', 'hi', 'ar', 'fr', 'pt', 'bn', 'ru', 'ur', 'id', 'de', 'ja', 'tr',
  'vi', 'ko', 'fa', 'sw', 'ta', 'pa-Guru', 'bg', 'hr', 'cs', 'da', 'nl', 'et', 'fi', 'el', 'hu', 'ga',
  'it', 'lv', 'lt', 'mt', 'pl', 'ro', 'sk', 'sl', 'sv', 'pap-CW', 'pap-AW', 'pap-BQ',
] as const

export type Locale = (typeof locales)[number]

/** One of them, as a field. */
export const Locale = oneOf(locales, { title: 'Locale', description: 'Language, as this API spells it.' })

/** True for a locale identifier of the contract, exactly as the contract spells it. */
export function isLocale(value: string): value is Locale {
  return (locales as readonly string[]).includes(value)
}

/**
 * The locale of the contract that is closest to a BCP 47 tag: `nl` for `nl-BE`, the script written there for `zh-TW`; null
 * when there is none, or the text is no tag.
 */
export function localeOf(tag: string): Locale | null {
  if (isLocale(tag)) return tag
  return spellings(tag).find(isLocale) ?? null
}

/** From the narrowest to the widest. */
function spellings(tag: string): string[] {
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize()
    return [`${language}-${region}`, `${language}-${script}`, language]
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

/** The text in the first of these languages there is one in; null means no wish. */
export function textIn(texts: Readonly<Record<string, string>>, wishes: readonly (string | null)[]): string | null {
  const locale = wishes.map((wish) => wish && localeOf(wish)).find((wish) => wish && Object.hasOwn(texts, wish))
  return locale ? (texts[locale] ?? null) : null
}

export type ChosenLocale = {
  readonly locale: AvailableLocale
  /** True when a language that was asked for had to be passed over because there is no catalogue for it. */
  readonly isFallback: boolean
}

/**
 * The first wish that has a catalogue, then nl, then en. Give the recipient's preference first and the holder's default
 * second; null means no wish, so a holder's default for a recipient without a preference is no fallback.
 */
export function chooseLocale(preferences: readonly (string | null)[]): ChosenLocale {
  let isFallback = false
  for (const preference of preferences) {
    if (preference === null) continue
    const locale = localeOf(preference)
    if (locale !== null && hasCatalogue(locale)) return { locale, isFallback }
    isFallback = true
  }
  return { locale: hasCatalogue('nl') ? 'nl' : 'en', isFallback }
}

/** Direction in which text of this locale runs. */
export function textDirection(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' || locale === 'fa' || locale === 'ur' ? 'rtl' : 'ltr'
}

/**
 * The BCP 47 tag for Intl. English is British (dates day first, 24-hour clock). The calendar is always Gregorian and the digits
 * Western, so that a date in the message is the date on the practice's card and a number can be dialled as it stands.
 * ICU has no Papiamento: its plural rule is that of English, and its catalogue brings its own names of days and months.
 */
export function intlTag(locale: Locale): string {
  const language = locale === 'en' || locale.startsWith('pap-') ? 'en-GB' : locale
  return `${language}-u-ca-gregory-nu-latn`
}

function hasCatalogue(locale: string): locale is AvailableLocale {
  return Object.hasOwn(catalogues, locale)
}
