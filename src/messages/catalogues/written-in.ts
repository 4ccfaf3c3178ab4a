import type { Locale } from '#/locales/locales.ts'

/** Signs that a text is not written in its language, each as the end of a sentence about it. */
export function languageFaults(locale: Locale, text: string): string[] {
  const words = text.replaceAll(argumentsAndForms, ' ').replaceAll(namesEverywhere, ' ')
  const own = scripts[locale]
  const foreign = words.match(own === undefined ? notLatin : new RegExp(`(?!${own})\\p{L}+`, 'u'))
  return [
    ...(foreign === null ? [] : [`has “${foreign[0]}”, which is not in the script of the language.`]),
    ...leftOver(words, neighbours[locale] ?? /(?!)/, 'of a neighbouring language or spelling'),
    ...(locale === 'en' ? [] : leftOver(words, english, 'English')),
    ...(locale === 'en' || locale === 'nl' ? [] : leftOver(words, dutch, 'Dutch')),
  ]
}

function leftOver(words: string, known: RegExp, language: string): string[] {
  const found = known.exec(words)
  return found === null ? [] : [`has “${found[0]}”, which is ${language}.`]
}

/** The syntax of a pattern, removed to leave only what is read. */
const argumentsAndForms = /\{\w+(?:, plural,)?|(?:^|[\s}])(?:=\d+|zero|one|two|few|many|other) ?(?=\{)|[{}#]/g

/** Names and words that are the same in every language. */
const namesEverywhere =
  /\b(?:Tijdig|START|STOP|OK|Google(?: Calendar)?|Microsoft|Outlook|CalDAV|iCloud|Nextcloud|Fastmail|Facebook|Instagram|LinkedIn|WhatsApp|API|Webhook|SMS|ID|https|URL|PIN|OTP|IBAN|VAT|app|E-?mail)\b/gi

const notLatin = /(?!\p{Script=Latin})\p{L}+/u

/** Scripts of the languages that are not written in Latin letters. */
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

const oneOf = (words: string) =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${words.replaceAll(' ', '|')})(?![\\p{L}\\p{M}])`, 'iu')

/** Characters and words of everyday texts that show a language or spelling easily mistaken for this one. */
const byOrigin = oneOf('cu cita citanan contesta confirma')
const neighbours: Partial<Record<Locale, RegExp>> = {
  'zh-Hans': /[預約請確認這發關時間進個們為無號碼訊與會對說開]/,
  'zh-Hant': /[预约请确认这发关时间进个们为无号码讯与会对说开]/,
  ru: /ъ(?![еёюя])/i,
  bg: /[ыэё]/i,
  'pap-CW': byOrigin,
  'pap-BQ': byOrigin,
  'pap-AW': oneOf('ku sita sitanan kontestá konfirmá'),
}

/** Words of the English and Dutch texts that mean nothing in any other language. */
const english = oneOf(
  'the your with appointment appointments reminder reminders please nothing which again this that cannot you',
)
const dutch = oneOf('het een uw voor niet wordt afspraak afspraken herinnering bij wij maar geen krijgt')
