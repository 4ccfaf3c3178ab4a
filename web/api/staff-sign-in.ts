import { queryOptions } from '@tanstack/react-query'
import type { StaffRole } from '#/kernel/context.ts'
import type { Locale } from '#/locales/locales.ts'
import { setClock } from './clock.ts'
import type { PasskeyCredential } from './passkeys.ts'
import { request } from './request.ts'

/** Browser sign-in of staff, outside the contract. */

export type StaffSession = {
  readonly actorId: string
  readonly role: 'platform_holder_user'
  readonly platformHolderId: string
  readonly environment: 'development' | 'test' | 'beta' | 'production'
  /** Time by the clock of the server, which can be moved outside production. */
  readonly now: string
  /** Whom to ask for help. */
  readonly supportEmail: string | null
  /** The language of the portal that they chose, whatever their device. */
  readonly interfaceLocale: Locale | null
  readonly staffRole: StaffRole
  readonly scopes: readonly string[]
  /** The only locations whose appointments they see, `-` for those that have none; null for all. */
  readonly locations: readonly string[] | null
}

export type Organization = { readonly platformHolderId: string; readonly displayName: string }

/** Who is signed in. @throws ApiError when nobody is */
export const staffSession = queryOptions<StaffSession>({
  queryKey: ['session'],
  queryFn: ({ signal }) => askSession(signal),
  staleTime: 60_000,
})

/** The same without keeping it. */
export async function askSession(signal?: AbortSignal): Promise<StaffSession> {
  const session = (await request('GET', '/auth/session', { ...(signal && { signal }) })) as StaffSession
  setClock(session.now)
  return session
}

/** Has a code sent. The answer is the same whether or not anybody has that address. */
export async function requestCode(email: string): Promise<{ readonly resendAfterSeconds: number }> {
  return (await request('POST', '/auth/staff/code', { body: { email } })) as { resendAfterSeconds: number }
}

export type Proof = { readonly email: string; readonly code: string } | { readonly credential: PasskeyCredential }

/** Signs in, or returns the organizations to choose from. */
export async function createSession(
  body: Proof & { readonly platformHolderId?: string },
): Promise<StaffSession | { readonly organizations: readonly Organization[] }> {
  const path = 'credential' in body ? '/auth/staff/passkey/session' : '/auth/staff/session'
  const answer = (await request('POST', path, { body })) as StaffSession | { organizations: readonly Organization[] }
  if ('now' in answer) setClock(answer.now)
  return answer
}

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

export async function signOut(): Promise<void> {
  await request('POST', '/auth/sign-out')
}
