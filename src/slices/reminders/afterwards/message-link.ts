import { hmac } from '#/kernel/secrets/derived-keys.ts'
import { randomBase62 } from '#/kernel/text/base62.ts'

/** A message by its link and by its reference, which alone is stored and given to providers. */
export type MessageLink = { readonly token: string; readonly messageReference: string }

/** 77 random bits in as few characters as that takes, because each of a text message costs room. */
const tokenLength = 13

/**
 * A new link. The reference of its message follows from it, so that whoever has the link finds the message without another
 * index, and whoever knows the reference (a provider, a reader of the database) cannot make the link.
 */
export function createMessageLink(key: Buffer): MessageLink {
  const token = randomBase62(tokenLength)
  return { token, messageReference: referenceOf(key, token) }
}

/** The reference of the message that a link would be of; null for what has not the form of one. */
export function readMessageLink(key: Buffer, token: string): string | null {
  return token.length === tokenLength && /^[0-9A-Za-z]+$/.test(token) ? referenceOf(key, token) : null
}

/** As a UUID of version 4 (RFC 9562): version 8 is that of messages that are no reminder. */
function referenceOf(key: Buffer, token: string): string {
  const hex = hmac(key, token).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
