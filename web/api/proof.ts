import type { PasskeyCredential } from './passkeys.ts'
import { request } from './request.ts'

/** What only somebody who is signed in asks, outside the contract: apart from the sign-in, which has no use for it. */

/** Has a code sent to whoever is signed in, who is to show again that it is them. */
export async function requestProofCode(): Promise<void> {
  await request('POST', '/auth/staff/proof/code')
}

/** Shows again who is signed in, for what a stolen session must not do. Good for 15 minutes. */
export async function proveAgain(
  body: { readonly code: string } | { readonly credential: PasskeyCredential },
): Promise<void> {
  await request('POST', 'credential' in body ? '/auth/staff/passkey/proof' : '/auth/staff/proof', { body })
}

/** Ends every sign-in of whoever is signed in, this one too. */
export async function signOutEverywhere(): Promise<void> {
  await request('POST', '/auth/staff/sign-out-everywhere')
}
