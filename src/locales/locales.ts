/** Every interface locale of the contract, in its order. */
// oxfmt-ignore
export const locales = [
  'en', 'es', 'zh-Hans', 'zh-Hant', 'hi', 'ar', 'fr', 'pt', 'bn', 'ru', 'ur', 'id', 'de', 'ja', 'tr',
  'vi', 'ko', 'fa', 'sw', 'ta', 'pa-Guru', 'bg', 'hr', 'cs', 'da', 'nl', 'et', 'fi', 'el', 'hu', 'ga',
  'it', 'lv', 'lt', 'mt', 'pl', 'ro', 'sk', 'sl', 'sv', 'pap-CW', 'pap-AW', 'pap-BQ',
] as const

export type Locale = (typeof locales)[number]

/** True for a locale identifier of the contract, exactly as the contract spells it. */
export function isLocale(value: string): value is Locale {
  return (locales as readonly string[]).includes(value)
}

/**
 * The locale of the contract that is closest to a BCP 47 tag: `nl` for `nl-BE`, `zh-Hant` for `zh-TW`; null when there
 * is none, or the text is not a tag.
 */
export function localeOf(tag: string): Locale | null {
  if (isLocale(tag)) return tag
  return spellings(tag).find(isLocale) ?? null
}

/** True for a tag that BCP 47 allows, of whatever language. */
export function isLanguageTag(text: string): boolean {
  try {
    return new Intl.Locale(text).language !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** From the narrowest to the widest. */
function spellings(tag: string): string[] {
  try {
    const given = new Intl.Locale(tag)
    // Undetermined, which Intl would read as American English.
    if (given.language === 'und') return []
    const { language, script, region } = given.maximize()
    return [`${language}-${region}`, `${language}-${script}`, language]
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

/** Locales that stand in for one whose texts are missing, nearest first. The last is Dutch, never English. */
export function fallbacksOf(locale: Locale): readonly Locale[] {
  if (locale === 'pap-AW' || locale === 'pap-BQ') return ['pap-CW', 'nl']
  return locale === 'nl' ? [] : ['nl']
}

/** Direction in which text of this locale runs. */
export function textDirection(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' || locale === 'fa' || locale === 'ur' ? 'rtl' : 'ltr'
}

/**
 * The BCP 47 tag for Intl. The calendar is always Gregorian and the digits Western, so that a message has the date on
 * the practice's card and numbers can be dialled. English is British unless ICU has that of the region. ICU has no
 * Papiamento: its plural rule is that of English, and `date-words.ts` has its names of days and months.
 *
 * @param region of the place, such as an appointment's (ISO 3166-1); null where it does not matter
 */
export function intlTag(locale: Locale, region: string | null = null): string {
  return `${languageTag(locale, region)}-u-ca-gregory-nu-latn`
}

function languageTag(locale: Locale, region: string | null): string {
  if (locale.startsWith('pap-')) return 'en-GB'
  // To ICU, Portugal writes its short dates in numbers, "segunda, 1/06", and Brazil as both do: "seg., 1 de jun.".
  if (locale === 'pt') return 'pt'
  const regional = region === null ? locale : `${locale}-${region}`
  if (locale !== 'en') return regional
  // For a region that it lacks, ICU falls back to American English.
  return region !== null && new Intl.DateTimeFormat(regional).resolvedOptions().locale === regional ? regional : 'en-GB'
}
