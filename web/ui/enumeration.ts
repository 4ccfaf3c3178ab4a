import { currentLocale } from '#web/ui/language/i18n.tsx'
import type { Locale } from '#web/ui/language/locales.ts'

/** Joins with the comma of the page's language: «A, B», «A، B», «A、B». */
export function enumeration(things: readonly string[]): string {
  return things.join(commas[currentLocale()] ?? ', ')
}

const commas: Readonly<Partial<Record<Locale, string>>> = {
  ar: '، ',
  fa: '، ',
  ur: '، ',
  ja: '、',
  'zh-Hans': '、',
  'zh-Hant': '、',
}
