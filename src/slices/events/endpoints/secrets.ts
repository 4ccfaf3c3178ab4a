import type { KeyRing } from '#/kernel/secrets/key-ring.ts'

/** A secret at rest; one that was replaced signs until its end, in milliseconds since 1970. */
export type SealedSecret = { readonly sealed: string; readonly until: number | null }

export function sealSecret(keys: KeyRing, endpointId: string, secret: string): SealedSecret {
  return { sealed: keys.encrypt(secret, boundTo(endpointId)), until: null }
}

/** The secrets that sign now, the newest first. */
export function openSecrets(
  keys: KeyRing,
  endpointId: string,
  secrets: readonly SealedSecret[],
  now: Temporal.Instant,
): string[] {
  return secrets
    .filter(({ until }) => until === null || until > now.epochMilliseconds)
    .map(({ sealed }) => keys.decrypt(sealed, boundTo(endpointId)))
}

function boundTo(endpointId: string): string {
  return `webhook_endpoint ${endpointId}`
}
