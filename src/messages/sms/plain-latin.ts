import type { Locale } from '#/locales/locales.ts'
import { septetsOf, toGsm7Lossless } from './segments.ts'

/** Which letters a text message is written in: those of its language, or the plain Latin ones that fit GSM-7. */
export type SmsAlphabet = 'natural' | 'plain_latin'

/**
 * The languages in which people are used to writing and reading text messages without accents. Not Irish and Maltese,
 * where the marks tell words apart.
 */
export const plainLatinLocales: ReadonlySet<Locale> = new Set<Locale>(
  // oxfmt-ignore
  [
    'en', 'es', 'fr', 'pt', 'id', 'de', 'tr', 'vi', 'sw', 'hr', 'cs', 'da', 'nl', 'et', 'fi', 'hu',
    'it', 'lv', 'lt', 'pl', 'ro', 'sk', 'sl', 'sv', 'pap-CW', 'pap-AW', 'pap-BQ',
  ],
)

/**
 * A text in plain Latin letters, except those that GSM-7 has: "Übersicht, çarşı" becomes "Übersicht, carsi". Names lose
 * their accents too, which is why holders have to choose it. A text in any other language is returned as it is.
 */
export function toPlainLatin(locale: Locale, text: string): string {
  if (!plainLatinLocales.has(locale)) return text
  return [...toGsm7Lossless(text)].map(plainLetter).join('')
}

function plainLetter(letter: string): string {
  if (septetsOf(letter.charCodeAt(0)) > 0) return letter
  const written = letters[letter]
  if (written !== undefined) return written
  const base = letter.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return /^[A-Za-z]$/.test(base) ? base : (letters[base] ?? letter)
}

/** Letters that are not an accented form of another, and those with a closer form than the bare letter. */
const letters: Readonly<Record<string, string>> = {
  ő: 'ö',
  Ő: 'Ö',
  ű: 'ü',
  Ű: 'Ü',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  œ: 'oe',
  Œ: 'OE',
  ð: 'd',
  þ: 'th',
}
