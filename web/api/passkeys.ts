import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { queryOptions } from '@tanstack/react-query'
import { part } from './part.ts'
import { request } from './request.ts'

/** Passkeys of whoever is signed in (docs/sign-in.md). The WebAuthn library is loaded when one is made or used. */

export type Passkey = {
  readonly passkeyId: string
  readonly name: string
  readonly createdAt: string
  /** Null until it is used. */
  readonly lastUsedAt: string | null
}

/** An authenticator's answer to a challenge: signs in once. */
export type PasskeyCredential = Readonly<Record<string, string | undefined>>

export const passkeys = queryOptions<readonly Passkey[]>({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => {
    const answer = (await request('GET', '/auth/staff/passkey', { signal })) as { passkeys: readonly Passkey[] }
    return answer.passkeys
  },
})

/**
 * Has the device make a passkey, and registers it.
 *
 * @throws WebAuthnError when the person or the device declines
 */
export async function addPasskey(name: string): Promise<void> {
  const [options, { startRegistration }] = await Promise.all([
    request('POST', '/auth/staff/passkey/options'),
    part(() => import('@simplewebauthn/browser')),
  ])
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const { id, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject } = response
  await request('POST', '/auth/staff/passkey', {
    body: { name, credential: { id, clientDataJSON, attestationObject } },
  })
}

export async function removePasskey(passkeyId: string): Promise<void> {
  await request('DELETE', `/auth/staff/passkey/${encodeURIComponent(passkeyId)}`)
}

/**
 * Asks for a passkey, and returns its answer for `createSession`.
 *
 * @throws WebAuthnError when the person or the device declines
 */
export async function askForPasskey(): Promise<PasskeyCredential> {
  const [options, { startAuthentication }] = await Promise.all([
    request('POST', '/auth/staff/passkey/challenge'),
    part(() => import('@simplewebauthn/browser')),
  ])
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  const { id, response } = await startAuthentication({ optionsJSON })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, clientDataJSON, authenticatorData, signature, userHandle }
}

/** Whether this browser supports passkeys. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis
}

/** Whether the person or the device declined; nothing was made or used then. */
export function isDeclined(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}
