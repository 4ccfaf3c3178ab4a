import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** True when the number certainly takes no text messages. Numbers that may be either count as mobile. */
export function isLandline(phoneNumberE164: string | null): boolean {
  if (phoneNumberE164 === null) return false
  const known = cache.get(phoneNumberE164)
  if (known !== undefined) return known
  const answer = parsePhoneNumberFromString(phoneNumberE164)?.getType() === 'FIXED_LINE'
  if (cache.size >= 10_000) cache.clear()
  cache.set(phoneNumberE164, answer)
  return answer
}

const cache = new Map<string, boolean>()
