import { queryOptions } from '@tanstack/react-query'
import type { StaffRole } from '#/kernel/context.ts'
import type { Locale } from '#/locales/locales.ts'
import { setClock } from './clock.ts'
import type { PasskeyCredential } from './passkeys.ts'
import { callWith, request } from './request.ts'

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
  /** By which they sign in. */
  readonly email: string | null
  /** Whether they may switch to another organization. */
  readonly worksElsewhere: boolean
  readonly staffRole: StaffRole
  readonly scopes: readonly string[]
  /** The only locations whose appointments they see, `-` for those that have none; null for all. */
  readonly locations: readonly string[] | null
}

export type Organization = {
  readonly platformHolderId: string
  readonly displayName: string
  readonly isTest: boolean
}

/** Who is signed in. @throws ApiError when nobody is */
export const staffSession = queryOptions<StaffSession>({
  queryKey: ['session'],
  queryFn: ({ signal }) => askSession(signal),
  staleTime: 60_000,
})

/** The same without keeping it. */
export async function askSession(signal?: AbortSignal): Promise<StaffSession> {
  return beOf((await request('GET', '/auth/session', { ...(signal && { signal }) })) as StaffSession)
}

/** From now on this tab is of one organization: no call of it gets anything of another that its browser is signed in for. */
function beOf(session: StaffSession): StaffSession {
  const { now, platformHolderId, worksElsewhere } = session
  setClock(now)
  name(platformHolderId)
  if (worksElsewhere) rememberOrganization(platformHolderId)
  return session
}

function name(organization: string): void {
  callWith({ 'x-tijdig-organization': organization })
}

/** Which organization this tab is of when it is loaded again; null: the last one that was signed in for. */
export function rememberOrganization(organization: string | null): void {
  try {
    sessionStorage.setItem(keptAs, organization ?? '')
  } catch {
    // Strict settings refuse storage: then it is always the last.
  }
}

const keptAs = 'tijdig.organization'
try {
  const kept = sessionStorage.getItem(keptAs)
  if (kept) name(kept)
} catch {
  // As above.
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
  return 'now' in answer ? beOf(answer) : answer
}

export async function signOut(): Promise<void> {
  await request('POST', '/auth/sign-out')
}
