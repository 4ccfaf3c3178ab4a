import type { Services } from '#/kernel/context.ts'
import { hmac } from '#/kernel/secrets/derived-keys.ts'

/**
 * The PKCE verifier of an authorization (RFC 7636): it follows from the state under a key that never leaves the server,
 * so that neither has to be stored.
 */
export function codeVerifierOf({ keys }: Pick<Services, 'keys'>, state: string): string {
  return hmac(keys.codeVerifier, state).toString('base64url')
}

/** Where providers send the owner back to. */
export function callbackUrl({ baseUrl }: Pick<Services, 'baseUrl'>): string {
  return `${baseUrl}/integrations/callback`
}
