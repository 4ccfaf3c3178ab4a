import type { Locale } from '#/locales/locales.ts'

/** What shows that a text is not written in its language, each as the end of a sentence about it; none when nothing does. */
export function languageFaults(locale: Locale, text: string): string[] {
  const words = text.replaceAll(argumentsAndForms, ' ').replaceAll(namesEverywhere, ' ')
  const own = scripts[locale]
  const foreign = words.match(own === undefined ? notLatin : new RegExp(`(?!${own})\\p{L}+`, 'u'))
  return [
    ...(foreign === null ? [] : [`has “${foreign[0]}”, which is not in the script of the language.`]),
    ...[...(hans[locale] ?? [])]
      .filter((letter) => text.includes(letter))
      .map((letter) => `has “${letter}” of the other Chinese script.`),
    ...(locale === 'en' ? [] : leftOver(words, english, 'English')),
    ...(locale === 'en' || locale === 'nl' ? [] : leftOver(words, dutch, 'Dutch')),
  ]
}

function leftOver(words: string, known: RegExp, language: string): string[] {
  const found = known.exec(words)
  return found === null ? [] : [`has the ${language} word “${found[0]}”.`]
}

/** The syntax of a pattern, so that only what is read is left. */
const argumentsAndForms = /\{\w+(?:, plural,)?|(?:^|[\s}])(?:=\d+|zero|one|two|few|many|other) ?(?=\{)|[{}#]/g

/** Names and words that stand in every language as they are. */
const namesEverywhere =
  /\b(?:Tijdig|START|STOP|OK|Google(?: Calendar)?|Microsoft|Outlook|CalDAV|iCloud|Nextcloud|Fastmail|Facebook|Instagram|LinkedIn|WhatsApp|API|SMS|ID|https|URL|PIN|IBAN|VAT|app|E-?mail)\b/gi

const notLatin = /(?!\p{Script=Latin})\p{L}+/u

/** Those that are not written in Latin letters; a letter must be in one of these, or common to several scripts. */
const scripts: Partial<Record<Locale, string>> = {
  'zh-Hans': '\\p{Script_Extensions=Han}',
  'zh-Hant': '\\p{Script_Extensions=Han}',
  ja: '[\\p{Script_Extensions=Han}\\p{Script_Extensions=Hiragana}\\p{Script_Extensions=Katakana}ー]',
  ko: '\\p{Script_Extensions=Hangul}',
  hi: '\\p{Script_Extensions=Devanagari}',
  bn: '\\p{Script_Extensions=Bengali}',
  ta: '\\p{Script_Extensions=Tamil}',
  'pa-Guru': '\\p{Script_Extensions=Gurmukhi}',
  ar: '\\p{Script_Extensions=Arabic}',
  fa: '\\p{Script_Extensions=Arabic}',
  ur: '\\p{Script_Extensions=Arabic}',
  ru: '\\p{Script_Extensions=Cyrillic}',
  bg: '\\p{Script_Extensions=Cyrillic}',
  el: '\\p{Script_Extensions=Greek}',
}

/** Characters of everyday texts that only the other Chinese script has. */
const hans: Partial<Record<Locale, string>> = {
  'zh-Hans': '預約請確認這發關時間進個們為無號碼訊與會對說開',
  'zh-Hant': '预约请确认这发关时间进个们为无号码讯与会对说开',
}

/** Words of the sources that mean nothing in any of the other languages. */
const english = /\b(?:the|your|with|appointments?|reminders?|please|nothing|which|again|this|that|cannot|you|have)\b/i
const dutch = /\b(?:het|een|uw|voor|niet|wordt|afspraak|afspraken|herinnering|bij|wij|maar|geen|krijgt)\b/i
