import { hmac, isSame } from '#/kernel/secrets/derived-keys.ts'

/** What an unsubscribe link names: a holder and the pseudonym of an e-mail address, no personal data. */
export type UnsubscribeTarget = { readonly platformHolderId: string; readonly contactKey: Buffer }

/** A token that only we can make, valid as long as the mail that carries it (RFC 8058, section 4). */
export function createUnsubscribeToken(key: Buffer, { platformHolderId, contactKey }: UnsubscribeTarget): string {
  const payload = Buffer.concat([Buffer.from(platformHolderId.replaceAll('-', ''), 'hex'), contactKey])
  return Buffer.concat([payload, sign(key, payload)]).toString('base64url')
}

/** The target of a token, or null when it is not one of ours. */
export function readUnsubscribeToken(key: Buffer, token: string): UnsubscribeTarget | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 64) return null
  const payload = bytes.subarray(0, 48)
  if (!isSame(sign(key, payload), bytes.subarray(48))) return null
  const platformHolderId = payload
    .subarray(0, 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { platformHolderId, contactKey: payload.subarray(16) }
}

function sign(key: Buffer, payload: Buffer): Buffer {
  return hmac(key, payload.toString('hex')).subarray(0, 16)
}
