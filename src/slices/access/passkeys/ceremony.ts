import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import { hmac, isSameText, sha256, type DerivedKeys } from '#/kernel/secrets/derived-keys.ts'

// The relying party's part of WebAuthn (W3C, Web Authentication Level 3, sections 7.1 and 7.2).

/** Loaded at the first use: it takes longer to load than all the rest, and most processes never meet a passkey. */
const webAuthn = () => import('@simplewebauthn/server')
const webAuthnHelpers = () => import('@simplewebauthn/server/helpers')

/** EdDSA, ES256 and RS256: what every platform has. */
const algorithms = [-8, -7, -257]
const timeoutMs = 300_000

/** A new passkey as the browser sends it; all of it base64url. */
export type NewCredential = {
  readonly id: string
  readonly clientDataJSON: string
  readonly attestationObject: string
}

/** What a passkey signed, likewise. */
export type SignedCredential = {
  readonly id: string
  readonly clientDataJSON: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle: string
}

/** The relying party: our host, and only pages of our origin. */
function relyingParty(baseUrl: string): { readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(baseUrl)
  return { id: hostname, origin }
}

/** By what an authenticator knows a person; a pseudonym. */
function userHandle(keys: DerivedKeys, email: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hmac(keys.contact, `passkey ${email}`))
}

/** What a browser asks its authenticator for to make a passkey. @param existing credentials the person has already */
export async function registrationOptions(
  { baseUrl, keys }: { readonly baseUrl: string; readonly keys: DerivedKeys },
  { email, existing }: { readonly email: string; readonly existing: readonly Buffer[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webAuthn()
  return generateRegistrationOptions({
    rpName: 'Tijdig',
    rpID: relyingParty(baseUrl).id,
    userName: email,
    userDisplayName: email,
    userID: userHandle(keys, email),
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: existing.map((id) => ({ id: id.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
}

/** What a browser asks its authenticators for to sign in with whichever passkey the person picks. */
export async function authenticationOptions(baseUrl: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webAuthn()
  return generateAuthenticationOptions({
    rpID: relyingParty(baseUrl).id,
    timeout: timeoutMs,
    userVerification: 'required',
  })
}

/** The stored form of a challenge. */
export function challengeHash(challenge: string): Buffer {
  return sha256(challenge)
}

/** The hash of the challenge an answer was made for; null when the answer cannot be read. */
export function answeredChallenge(clientDataJSON: string): Buffer | null {
  try {
    const clientData: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    const challenge = (clientData as { challenge?: unknown } | null)?.challenge
    return typeof challenge === 'string' ? challengeHash(challenge) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** The outcome of a check. `cause` is the library's error, which no caller gets to see. */
export type Checked<T> =
  | { readonly isGood: true; readonly value: T }
  | { readonly isGood: false; readonly cause: unknown }

/**
 * Checks origin, host, presence and verification of the person. An attestation certificate, which nobody asked for, is
 * refused: it would tell the library which addresses to fetch.
 */
export async function checkRegistration(
  baseUrl: string,
  { id: credentialId, ...response }: NewCredential,
): Promise<Checked<WebAuthnCredential>> {
  const { id, origin } = relyingParty(baseUrl)
  const [{ verifyRegistrationResponse }, helpers] = await Promise.all([webAuthn(), webAuthnHelpers()])
  const { decodeAttestationObject, isoBase64URL } = helpers
  const checked = await attempt(async () => {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
    if (attestation.get('attStmt').get('x5c') !== undefined) throw new Error('A certificate nobody asked for')
    return verifyRegistrationResponse({
      response: asJson(credentialId, response),
      // Callers look the challenge up in the database.
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
 * Checks the same, and the signature, the owner of the passkey and that its counter has not gone back.
 *
 * @returns the new count
 */
export async function checkAuthentication(
  { baseUrl, keys }: { readonly baseUrl: string; readonly keys: DerivedKeys },
  { id: credentialId, ...response }: SignedCredential,
  passkey: { readonly email: string; readonly publicKey: Buffer; readonly signCount: number },
): Promise<Checked<number>> {
  const { id, origin } = relyingParty(baseUrl)
  const handle = Buffer.from(userHandle(keys, passkey.email)).toString('base64url')
  if (!isSameText(response.userHandle, handle)) return { isGood: false, cause: 'another user handle' }
  const { verifyAuthenticationResponse } = await webAuthn()
  const credential = {
    id: credentialId,
    publicKey: new Uint8Array(passkey.publicKey),
    counter: passkey.signCount,
  }
  const checked = await attempt(() =>
    verifyAuthenticationResponse({
      response: asJson(credentialId, response),
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

function asJson<Response>(id: string, response: Response) {
  return { id, rawId: id, type: 'public-key' as const, response, clientExtensionResults: {} }
}

/** The library throws for whatever is wrong with an answer; it does nothing else that could fail. */
async function attempt<T>(check: () => Promise<T>): Promise<Checked<T>> {
  try {
    return { isGood: true, value: await check() }
  } catch (cause) {
    return { isGood: false, cause }
  }
}
