import { hmac } from '#/kernel/secrets/derived-keys.ts'
import { randomBase62 } from '#/kernel/text/base62.ts'

/** The link of a message and its reference; only the reference is stored and given to providers. */
export type MessageLink = { readonly token: string; readonly messageReference: string }

/** 77 random bits, in as few characters as that takes: a link in a text message must be short. */
const tokenLength = 13

/**
 * A new link. The reference of its message follows from it, so that whoever has the link finds the message without another
 * index, and whoever knows the reference (a provider, a reader of the database) cannot make the link.
 */
export function createMessageLink(key: Buffer): MessageLink {
  const token = randomBase62(tokenLength)
  return { token, messageReference: referenceOf(key, token) }
}

/** The reference of the message that a link would belong to; null when it is malformed. */
export function readMessageLink(key: Buffer, token: string): string | null {
  return token.length === tokenLength && /^[0-9A-Za-z]+$/.test(token) ? referenceOf(key, token) : null
}

/** Formatted as a version 4 UUID (RFC 9562); version 8 marks service messages. */
function referenceOf(key: Buffer, token: string): string {
  const hex = hmac(key, token).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
