import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'
import { invalid } from '#/kernel/errors.ts'

/**
 * A telephone number as people type it, in E.164; empty stays empty. National numbers are read in the holder's country.
 *
 * @throws AppError VALIDATION_FAILED naming the field
 */
export function normalisePhoneNumber(text: string, countryCode: string, path: string): string {
  if (text.trim() === '') return ''
  const number = parsePhoneNumberFromString(text, countryCode as CountryCode)
  if (!number?.isValid())
    throw invalid({
      path,
      code: 'invalid_format',
      message: 'Not a telephone number, such as +31201234567 or 020 123 4567.',
    })
  return number.number
}
