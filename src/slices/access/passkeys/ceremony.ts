import {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  type WebAuthnCredential,
} from '@simplewebauthn/server'
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers'
import { hmac, isSameText, sha256, type DerivedKeys } from '#/kernel/secrets/derived-keys.ts'

// What WebAuthn asks of whoever relies on a passkey (W3C, Web Authentication Level 3, sections 7.1 and 7.2).

/** EdDSA, ES256 and RS256: what every platform has. */
export const algorithms = [-8, -7, -257]
export const timeoutMs = 300_000

/** Who relies on the passkeys: our host, and only pages of our origin. */
export function relyingParty(baseUrl: string): { readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(baseUrl)
  return { id: hostname, origin }
}

/** What an authenticator knows a person by; says nothing about them. */
export function userHandle(keys: DerivedKeys, email: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hmac(keys.contact, `passkey ${email}`))
}

/** The stored form of a challenge. */
export function challengeHash(challenge: string): Buffer {
  return sha256(challenge)
}

/** The hash of the challenge an answer was made for; null when the answer cannot be read. */
export function answeredChallenge(clientDataJSON: string): Buffer | null {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON) as { challenge?: unknown }
    return typeof challenge === 'string' ? challengeHash(challenge) : null
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null
    throw error
  }
}

/** What became of a check. `cause`: in the words of the library, for an error that nobody outside reads. */
export type Checked<T> =
  | { readonly isGood: true; readonly value: T }
  | { readonly isGood: false; readonly cause: unknown }

/**
 * Checks origin, host, presence and verification of the person. Nobody asked for a certificate of the device, and one that
 * comes all the same is not looked at: its maker would say which addresses the library fetches for it.
 */
export async function checkRegistration(
  baseUrl: string,
  response: RegistrationResponseJSON,
): Promise<Checked<WebAuthnCredential>> {
  const { id, origin } = relyingParty(baseUrl)
  const checked = await attempt(async () => {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject))
    if (attestation.get('attStmt').get('x5c') !== undefined) throw new Error('A certificate nobody asked for')
    return verifyRegistrationResponse({
      response,
      // That it is ours says the database, which is asked for it.
      expectedChallenge: () => true,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
  })
  if (!checked.isGood) return checked
  const { verified, registrationInfo } = checked.value
  return verified ? { isGood: true, value: registrationInfo.credential } : { isGood: false, cause: 'not verified' }
}

/**
 * Checks the same, the signature, whose passkey it is, and that its counter has not fallen back.
 *
 * @returns the new count
 */
export async function checkAuthentication(
  { baseUrl, keys }: { readonly baseUrl: string; readonly keys: DerivedKeys },
  response: AuthenticationResponseJSON,
  passkey: { readonly email: string; readonly publicKey: Buffer; readonly signCount: number },
): Promise<Checked<number>> {
  const { id, origin } = relyingParty(baseUrl)
  const handle = Buffer.from(userHandle(keys, passkey.email)).toString('base64url')
  if (!isSameText(response.response.userHandle ?? '', handle)) return { isGood: false, cause: 'another user handle' }
  const credential = {
    id: response.id,
    publicKey: new Uint8Array(passkey.publicKey),
    counter: passkey.signCount,
  }
  const checked = await attempt(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: () => true,
      expectedOrigin: origin,
      expectedRPID: id,
      credential,
      requireUserVerification: true,
    }),
  )
  if (!checked.isGood) return checked
  const { verified, authenticationInfo } = checked.value
  return verified ? { isGood: true, value: authenticationInfo.newCounter } : { isGood: false, cause: 'not verified' }
}

/** The library throws for whatever is wrong with an answer; it does nothing else that could fail. */
async function attempt<T>(check: () => Promise<T>): Promise<Checked<T>> {
  try {
    return { isGood: true, value: await check() }
  } catch (cause) {
    return { isGood: false, cause }
  }
}
