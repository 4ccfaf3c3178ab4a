import { createHmac } from 'node:crypto'

import type { Delivery } from './courier.ts'

/** A webhook as Twilio posts and signs it (https://www.twilio.com/docs/usage/security#validating-requests). */
export function signedTwilioForm(authToken: string, url: string, fields: Readonly<Record<string, string>>): Delivery {
  const names = Object.keys(fields).toSorted()
  const signed = url + names.map((name) => name + fields[name]).join('')
  return {
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'x-twilio-signature': createHmac('sha1', authToken).update(signed, 'utf8').digest('base64'),
      'user-agent': 'TwilioProxy/1.1',
    },
    body: new URLSearchParams(fields).toString(),
  }
}
