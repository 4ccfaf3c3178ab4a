import { crc32 } from 'node:zlib'
import { base62, randomBase62 } from '#/kernel/text/base62.ts'

/**
 * API key secrets look like `tijdig_sk_` + 30 random base62 characters + 6 of checksum: scanners recognise one without
 * asking us, a double click selects all of it, and a mistyped one is refused without a query. 178 bits of randomness
 * need no salt, so the stored form is plain SHA-256.
 */
const label = 'tijdig_sk_'
const shape = /^tijdig_sk_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

/** A new secret. It is shown once and never stored. */
export function createApiKeySecret(): string {
  const random = randomBase62(30)
  return label + random + checksum(random)
}

/** The start of a secret that may be shown in lists: label and six characters. */
export function prefixOf(secret: string): string {
  return secret.slice(0, label.length + 6)
}

/** True when the text has the form and the checksum of a secret of ours. */
export function isApiKeySecret(text: string): boolean {
  const [, random, check] = shape.exec(text) ?? []
  return random !== undefined && checksum(random) === check
}

function checksum(random: string): string {
  let rest = crc32(random)
  let digits = ''
  for (let index = 0; index < 6; index += 1) {
    digits = base62[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
