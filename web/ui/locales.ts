import type { Locale } from '#/messages/catalogues/locales.ts'

export type { Locale }

/** What each interface language calls itself, in the order of the contract. */
// oxfmt-ignore
export const languageNames = {
  en: 'English', es: 'Español', 'zh-Hans': '简体中文', 'zh-Hant': '繁體中文', hi: 'हिन्दी', ar: 'العربية', fr: 'Français',
  pt: 'Português', bn: 'বাংলা', ru: 'Русский', ur: 'اردو', id: 'Bahasa Indonesia', de: 'Deutsch', ja: '日本語',
  tr: 'Türkçe', vi: 'Tiếng Việt', ko: '한국어', fa: 'فارسی', sw: 'Kiswahili', ta: 'தமிழ்', 'pa-Guru': 'ਪੰਜਾਬੀ',
  bg: 'Български', hr: 'Hrvatski', cs: 'Čeština', da: 'Dansk', nl: 'Nederlands', et: 'Eesti', fi: 'Suomi',
  el: 'Ελληνικά', hu: 'Magyar', ga: 'Gaeilge', it: 'Italiano', lv: 'Latviešu', lt: 'Lietuvių', mt: 'Malti',
  pl: 'Polski', ro: 'Română', sk: 'Slovenčina', sl: 'Slovenščina', sv: 'Svenska', 'pap-CW': 'Papiamentu (Kòrsou)',
  'pap-AW': 'Papiamento (Aruba)', 'pap-BQ': 'Papiamentu (Boneiru)',
} as const satisfies Record<Locale, string>

export const locales = Object.keys(languageNames) as readonly Locale[]

export function isLocale(tag: string): tag is Locale {
  return Object.hasOwn(languageNames, tag)
}

/** Direction in which text of this locale runs. */
export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' || locale === 'fa' || locale === 'ur' ? 'rtl' : 'ltr'
}

/** The closest of our locales to what a browser asks for; null when there is none, or the text is no tag. */
export function closestLocale(tag: string): Locale | null {
  return isLocale(tag) ? tag : (spellings(tag).find(isLocale) ?? null)
}

/** From the narrowest to the widest. */
function spellings(tag: string): string[] {
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize()
    return [`${language}-${region}`, `${language}-${script}`, language]
  } catch (error) {
    // Browsers started from a shell can ask for `en-US@posix`.
    if (error instanceof RangeError) return []
    throw error
  }
}
