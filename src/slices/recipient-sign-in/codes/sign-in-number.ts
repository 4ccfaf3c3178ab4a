import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { invalid } from '#/kernel/errors.ts'

/** A number somebody wants to sign in with, in the one spelling that counts. */
export type SignInNumber = {
  readonly phoneNumberE164: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** The number without its last three digits: a block of a thousand consecutive numbers. */
  readonly block: string
}

/**
 * Reads a number in any of its spellings; one without a country is read as Dutch.
 *
 * @param countries those messages are sent to
 * @throws AppError VALIDATION_FAILED when it is no number, no mobile number (premium, service and fixed lines are
 *   refused) or of another country; this depends on its form alone, never on whom it belongs to
 */
export function readSignInNumber(text: string, countries: readonly string[]): SignInNumber {
  // The whole text must be the number; none is looked for among other words.
  const number = parsePhoneNumberFromString(text.trim(), { defaultCountry: 'NL', extract: false })
  if (!number?.isValid() || number.country === undefined || number.ext !== undefined)
    throw invalid({ path, code: 'invalid_format', message: 'Not a telephone number, such as +31612345678.' })
  const type = number.getType()
  if (type !== 'MOBILE' && type !== 'FIXED_LINE_OR_MOBILE')
    throw invalid({ path, code: 'not_allowed', message: 'Not a mobile number.' })
  if (!countries.includes(number.country))
    throw invalid({ path, code: 'not_allowed', message: 'Numbers of this country cannot be used to sign in.' })
  return { phoneNumberE164: number.number, country: number.country, block: number.number.slice(0, -3) }
}

const path = 'phoneNumberE164'
