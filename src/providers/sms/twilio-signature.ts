import { createHmac } from 'node:crypto'

import { isSameText } from '#/kernel/secrets/derived-keys.ts'

/**
 * X-Twilio-Signature: base64 of HMAC-SHA1 over the public URL followed by every form parameter, sorted by name, name and
 * value joined. Source: https://www.twilio.com/docs/usage/security#validating-requests.
 */
export function twilioSignature(authToken: string, url: string, form: URLSearchParams): string {
  return hmacOf(authToken, signedText(url, form))
}

/** Whether any of the tokens in force made the signature; every token is tried, so timing tells nothing. */
export function isTwilioSignature(
  signature: string | undefined,
  authTokens: readonly string[],
  url: string,
  form: URLSearchParams,
): boolean {
  const signed = signedText(url, form)
  const matches = authTokens.map((token) => isSameText(signature ?? '', hmacOf(token, signed)))
  return matches.includes(true)
}

function hmacOf(authToken: string, signed: string): string {
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64')
}

function signedText(url: string, form: URLSearchParams): string {
  // A repeated parameter counts once per distinct value, as Twilio's own library signs it.
  const valuesOf = new Map<string, Set<string>>()
  for (const [name, value] of form) valuesOf.set(name, (valuesOf.get(name) ?? new Set()).add(value))
  const parameters = [...valuesOf].toSorted(([left], [right]) => byCodeUnit(left, right))
  const parts = parameters.flatMap(([name, values]) => [...values].toSorted(byCodeUnit).map((value) => name + value))
  return url + parts.join('')
}

function byCodeUnit(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
