/** How a text travels as SMS. */
export type SmsMeasure = {
  readonly encoding: 'gsm7' | 'ucs2'
  /** Parts the carrier bills; an empty text still takes one. */
  readonly segments: number
  /** Septets (gsm7, where an extension character counts as two) or UTF-16 code units (ucs2). */
  readonly units: number
}

/**
 * Measures a text as the network does: in the GSM 03.38 default alphabet with its extension table (3GPP TS 23.038,
 * section 6.2.1), else in UCS-2. A single part holds 160 septets or 70 code units; of several, each loses 6 octets to
 * the header and holds 153 or 67 (3GPP TS 23.040, section 9.2.3.24.1). Escape and surrogate pairs are never split.
 */
export function measureSms(text: string): SmsMeasure {
  let units = 0
  for (let index = 0; index < text.length; index++) {
    const cost = septetsOf(text.charCodeAt(index))
    if (cost === 0) return { encoding: 'ucs2', segments: countUcs2Parts(text), units: text.length }
    units += cost
  }
  const segments = units <= 160 ? 1 : countGsm7Parts(text)
  return { encoding: 'gsm7', segments, units }
}

/**
 * Replaces characters outside GSM-7 by equivalents: typographic quotes, dashes, ellipsis, spaces and ligatures;
 * combining accents are composed first. Never drops an accent ("ë" to "e"): that would misspell names.
 */
export function toGsm7Lossless(text: string): string {
  if (isGsm7(text)) return text
  return text.normalize('NFC').replaceAll(substitutable, (character) => losslessSubstitutes.get(character) ?? character)
}

/** Whether a text has a character that GSM-7 lacks and that has no substitute. */
export function needsUcs2(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (septetsOf(text.charCodeAt(index)) > 0) continue
    const character = text.charAt(index)
    // A combining accent may compose with the letter before it.
    if (!losslessSubstitutes.has(character) && !/\p{M}/u.test(character) && character.normalize('NFC') === character)
      return true
  }
  return false
}

function isGsm7(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (septetsOf(text.charCodeAt(index)) === 0) return false
  }
  return true
}

/** The distinct characters that force UCS-2 because GSM-7 has no equivalent, in order of appearance. */
export function offendingCharacters(text: string): string[] {
  return [...new Set(toGsm7Lossless(text))].filter((character) => septetsOf(character.codePointAt(0) ?? 0) === 0)
}

function countGsm7Parts(text: string): number {
  let parts = 1
  let used = 0
  for (let index = 0; index < text.length; index++) {
    const cost = septetsOf(text.charCodeAt(index))
    if (used + cost > 153) {
      parts += 1
      used = 0
    }
    used += cost
  }
  return parts
}

function countUcs2Parts(text: string): number {
  if (text.length <= 70) return 1
  if (!surrogate.test(text)) return Math.ceil(text.length / 67)
  let parts = 1
  let used = 0
  for (const character of text) {
    if (used + character.length > 67) {
      parts += 1
      used = 0
    }
    used += character.length
  }
  return parts
}

const gsm7Basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const gsm7Extension = '\f^{}\\[~]|€'

const septetsByCodeUnit = new Uint8Array(0x20ad)
for (const character of gsm7Basic) septetsByCodeUnit[character.charCodeAt(0)] = 1
for (const character of gsm7Extension) septetsByCodeUnit[character.charCodeAt(0)] = 2

/** Septets of one UTF-16 code unit; 0 when GSM-7 has no such character. */
export function septetsOf(codeUnit: number): number {
  return septetsByCodeUnit[codeUnit] ?? 0
}

const surrogate = /[\ud800-\udfff]/

const substitutesByResult: Readonly<Record<string, string>> = {
  "'": '\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u02bc\u00b4\u0060\uff07',
  '"': '\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02',
  '-': '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2022\u2043\ufe63\uff0d',
  '...': '\u2026',
  ' ': '\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
  '\n': '\u0085\u2028\u2029',
  '': '\u00ad\u200b\u2060\ufeff',
  '/': '\u2044\u2215',
  ff: '\ufb00',
  fi: '\ufb01',
  fl: '\ufb02',
  ij: '\u0133',
  IJ: '\u0132',
}

const losslessSubstitutes = new Map(
  Object.entries(substitutesByResult).flatMap(([result, characters]) =>
    [...characters].map((character): [string, string] => [character, result]),
  ),
)

const substitutable = new RegExp(`[${[...losslessSubstitutes.keys()].join('')}]`, 'gu')
