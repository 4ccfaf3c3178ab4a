import { parsePhoneNumberWithError, type CountryCode, type PhoneNumber } from 'libphonenumber-js/min'

/**
 * Parses a telephone number as people write it; null when it is not one.
 *
 * @param country for numbers written without one, ISO 3166-1 alpha-2
 */
export function parseNumber(written: string, country: string): PhoneNumber | null {
  try {
    return parsePhoneNumberWithError(written, country as CountryCode)
  } catch {
    return null
  }
}
