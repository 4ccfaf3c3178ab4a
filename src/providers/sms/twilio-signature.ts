import { createHmac } from 'node:crypto'

import { isSameText } from '#/kernel/derived-keys.ts'

/**
 * X-Twilio-Signature: base64 of HMAC-SHA1 over the public URL followed by every form parameter, sorted by name, name and
 * value joined. Source: https://www.twilio.com/docs/usage/security#validating-requests.
 */
export function twilioSignature(authToken: string, url: string, form: URLSearchParams): string {
  const signed = [...new Set(form.keys())].toSorted(byCodeUnit).map((name) => {
    // A repeated parameter counts once per distinct value, as Twilio's own library signs it.
    const values = [...new Set(form.getAll(name))].toSorted(byCodeUnit)
    return values.map((value) => name + value).join('')
  })
  return createHmac('sha1', authToken)
    .update(url + signed.join(''), 'utf8')
    .digest('base64')
}

/** Whether any of the tokens in force made the signature; every token is tried, so timing tells nothing. */
export function isTwilioSignature(
  signature: string | undefined,
  authTokens: readonly string[],
  url: string,
  form: URLSearchParams,
): boolean {
  const matches = authTokens.map((token) => isSameText(signature ?? '', twilioSignature(token, url, form)))
  return matches.includes(true)
}

function byCodeUnit(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
