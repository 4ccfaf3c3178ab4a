import type { Locale } from './locales.ts'

/** Each language by its own name, for lists to choose from: browsers name several of them in English. */
// oxfmt-ignore
export const endonyms: Readonly<Record<Locale, string>> = {
  en: 'English', es: 'Español', 'zh-Hans': '简体中文', 'zh-Hant': '繁體中文', hi: 'हिन्दी', ar: 'العربية', fr: 'Français',
  pt: 'Português', bn: 'বাংলা', ru: 'Русский', ur: 'اردو', id: 'Bahasa Indonesia', de: 'Deutsch', ja: '日本語', tr: 'Türkçe',
  vi: 'Tiếng Việt', ko: '한국어', fa: 'فارسی', sw: 'Kiswahili', ta: 'தமிழ்', 'pa-Guru': 'ਪੰਜਾਬੀ', bg: 'Български', hr: 'Hrvatski',
  cs: 'Čeština', da: 'Dansk', nl: 'Nederlands', et: 'Eesti', fi: 'Suomi', el: 'Ελληνικά', hu: 'Magyar', ga: 'Gaeilge', it: 'Italiano',
  lv: 'Latviešu', lt: 'Lietuvių', mt: 'Malti', pl: 'Polski', ro: 'Română', sk: 'Slovenčina', sl: 'Slovenščina', sv: 'Svenska',
  'pap-CW': 'Papiamentu (Kòrsou)', 'pap-AW': 'Papiamento (Aruba)', 'pap-BQ': 'Papiamentu (Boneiru)',
}
