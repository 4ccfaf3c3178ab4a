import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'
import { invalid } from '#/kernel/errors.ts'

/**
 * A telephone number as people type it, in E.164; empty stays empty. National numbers are read in the holder's country.
 *
 * @throws AppError VALIDATION_FAILED naming the field
 */
export function normalisePhoneNumber(text: string, countryCode: string, path: string): string {
  if (text.trim() === '') return ''
  const number = readPhoneNumber(text, countryCode)
  if (number === null)
    throw invalid({
      path,
      code: 'invalid_format',
      message: 'Not a telephone number, such as +31201234567 or 020 123 4567.',
    })
  return number
}

/**
 * The same in E.164; null when it is no telephone number.
 *
 * @param countryCode country that national numbers are read in; null: only international ones are read
 */
export function readPhoneNumber(text: string, countryCode: string | null): string | null {
  const country = countryCode === null ? undefined : (countryCode as CountryCode)
  const number = parsePhoneNumberFromString(text, country)
  return number?.isValid() ? number.number : null
}
