import { randomBytes } from 'node:crypto'
import type { KeyRing } from '#/kernel/secrets/key-ring.ts'

/** A secret as it is stored in `webhook_endpoint.secrets`, the newest first. */
export type StoredSecret = {
  /** Readable with the key ring, and for its endpoint alone. */
  readonly sealed: string
  /** When it signs no more, in real time (RFC 3339); null: until it is replaced. */
  readonly endsAt: string | null
}

/** A new secret, as Standard Webhooks writes them: `whsec_` and the base64 of 32 random bytes. */
export function makeSecret(): string {
  return `${secretPrefix}${randomBytes(32).toString('base64')}`
}

/** The bytes that sign. */
export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(secretPrefix.length), 'base64')
}

const secretPrefix = 'whsec_'

/** @returns what is stored of it */
export function sealSecret(ring: KeyRing, endpointId: string, secret: string): string {
  return ring.encrypt(secret, boundTo(endpointId))
}

/** A secret that nobody can use any more: its key is gone, or it was stored for another endpoint. */
export class UnreadableSecret extends Error {
  override readonly name = 'UnreadableSecret'
}

/**
 * Those that are valid at a (real) time, the newest first.
 *
 * @throws UnreadableSecret
 */
export function openSecrets(
  ring: KeyRing,
  endpointId: string,
  stored: readonly StoredSecret[],
  now: Temporal.Instant,
): string[] {
  return stored.filter((secret) => isValid(secret, now)).map(({ sealed }) => open(ring, endpointId, sealed))
}

/** The same secrets under the first key of the ring; null where they already are. @throws UnreadableSecret */
export function resealSecrets(
  ring: KeyRing,
  endpointId: string,
  stored: readonly StoredSecret[],
  now: Temporal.Instant,
): StoredSecret[] | null {
  const valid = stored.filter((secret) => isValid(secret, now))
  if (valid.length === stored.length && !valid.some(({ sealed }) => ring.isUnderOldKey(sealed))) return null
  return valid.map(({ sealed, endsAt }) => ({
    sealed: sealSecret(ring, endpointId, open(ring, endpointId, sealed)),
    endsAt,
  }))
}

/** Whether it still signs. */
export function isValid({ endsAt }: StoredSecret, now: Temporal.Instant): boolean {
  return endsAt === null || Temporal.Instant.compare(Temporal.Instant.from(endsAt), now) > 0
}

function open(ring: KeyRing, endpointId: string, sealed: string): string {
  try {
    return ring.decrypt(sealed, boundTo(endpointId))
  } catch (error) {
    throw new UnreadableSecret(error instanceof Error ? error.message : 'It cannot be decrypted', { cause: error })
  }
}

function boundTo(endpointId: string): string {
  return `webhook secret ${endpointId}`
}
