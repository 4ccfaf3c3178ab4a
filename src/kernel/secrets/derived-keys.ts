import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Keys for separate purposes, all derived from the one secret of the installation (RFC 5869). */
export type DerivedKeys = {
  readonly pageToken: Buffer
  readonly contact: Buffer
  readonly signInCode: Buffer
  readonly unsubscribe: Buffer
  readonly bounce: Buffer
  readonly messageLink: Buffer
  /** Used where no keys for secrets at rest are configured: outside production only. */
  readonly atRest: Buffer
  /** The PKCE verifier of an authorization follows from its state. */
  readonly codeVerifier: Buffer
}

/** @param secret at least 32 characters of randomness */
export function deriveKeys(secret: string): DerivedKeys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'tijdig', purpose, 32))
  return {
    pageToken: derive('page-token'),
    contact: derive('contact'),
    signInCode: derive('sign-in-code'),
    unsubscribe: derive('unsubscribe'),
    bounce: derive('bounce'),
    messageLink: derive('message-link'),
    atRest: derive('at-rest'),
    codeVerifier: derive('code-verifier'),
  }
}

/**
 * Tells two secrets apart, and is no key: it is kept in the database, where it helps nobody to guess the secret more than
 * the hashes of numbers and addresses beside it do, which are made with another key of the same secret.
 */
export function fingerprintOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'tijdig', 'fingerprint', 32))
}

/** SHA-256, for secrets that are random enough to need no salt (API keys, session tokens). */
export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** Keyed hash: the pseudonym of a contact or the stored form of a short code. */
export function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Compares in constant time. */
export function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The same for two secrets as text; hashing first hides their lengths as well. */
export function isSameText(one: string, other: string): boolean {
  return isSame(sha256(one), sha256(other))
}
