import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max'
import { foldName } from '#/slices/appointments/appointments.ts'

/** What somebody looks for, in the terms by which people are found. */
export type Sought = {
  /** Beginnings of words of the name, all of which fit; empty where it can be no name. */
  readonly words: readonly string[]
  /** Beginnings of digits, of which one fits: from the beginning of a number, or from its end. */
  readonly digits: readonly string[]
  /** The whole of it, as the id that another system gave an appointment. */
  readonly externalId: string
}

/** Fewer digits stand at the end of too many numbers to say anything. */
const fewestDigits = 3
const mostWords = 6

/**
 * Reads what was typed: a name or a part of one, a telephone number in any way of writing or its last digits, or the id of an
 * appointment in another system.
 *
 * @param country in which national numbers are read, ISO 3166-1 alpha-2
 */
export function readSought(typed: string, country: string): Sought {
  const externalId = typed.trim()
  const isNumber = /^[+(]?[\d\s().\-/+]+$/.test(externalId)
  return {
    words: isNumber ? [] : wordsOf(externalId),
    digits: isNumber ? digitsOf(externalId, country) : [],
    externalId,
  }
}

/** The longest first: it leaves fewest to look at. */
function wordsOf(typed: string): string[] {
  const words = foldName(typed).split(' ').filter(Boolean)
  return [...new Set(words)].toSorted((one, other) => other.length - one.length).slice(0, mostWords)
}

function digitsOf(typed: string, country: string): string[] {
  const digits = typed.replaceAll(/\D/g, '')
  if (digits.length < fewestDigits) return []
  const international = /^\W*\+/.test(typed) ? digits : digits.startsWith('00') ? digits.slice(2) : null
  if (international !== null) return international === '' ? [] : [`p${international}`]
  const national = digits.replace(/^0/, '')
  const code = isSupportedCountry(country) ? getCountryCallingCode(country) : ''
  // The end of a number, or the beginning of one that is being typed.
  return [`r${[...national].toReversed().join('')}`, `p${code}${national}`]
}
