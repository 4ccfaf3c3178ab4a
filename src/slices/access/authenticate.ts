import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Identity, Services } from '#/kernel/context.ts'
import { noLocation } from '#/kernel/ids.ts'
import { runOnce } from '#/kernel/postgres/db.ts'
import { sha256 } from '#/kernel/secrets/derived-keys.ts'
import { AppError } from '#/kernel/errors.ts'
import { isId } from '#/kernel/ids.ts'
import {
  findBrowserSession,
  findTokenSession,
  type RecipientSession,
} from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { plainAddress } from '#/kernel/text/network.ts'
import { isApiKeySecret } from '#/slices/access/api-keys/api-key-secret.ts'
import { sessionTokenOf } from './session-cookie.ts'
import { findCredential, noteUse, type CredentialRow } from './store.ts'

export type Authenticated = { readonly identity: Identity; readonly now: Temporal.Instant }

/** Where credentials are looked up. */
export type CredentialSource = {
  /** The main database, as tijdig_api. */
  readonly pool: pg.Pool
  /** The datastore of the recipients' sign-in, as tijdig_login. */
  readonly login: pg.Pool
}

/**
 * Identifies the caller by the Authorization header or else by the session cookie. A bearer token that is not valid
 * never falls back to the cookie.
 *
 * @param services its scopes: a browser session may do all that its role may, a recipient's access token all but keys
 * @throws AppError 401 for the credential, 403 for an assignment, link or tenant that is not active, or a network from
 *   which the organization lets nobody in
 */
export async function authenticateRequest(
  { pool, login }: CredentialSource,
  request: Caller,
  services: Pick<Services, 'baseUrl' | 'scopes' | 'staffScopes' | 'environment'>,
  {
    isHeardWhenSuspended = false,
    isHeardFromOutside = false,
    organization = organizationOf(request),
    onKey,
  }: Choice = {},
): Promise<Authenticated> {
  const { secret, kind } = credentialOf(request, services.baseUrl, organization)
  const sessions = { login, pool, environment: services.environment }
  const { recipient: scopes } = services.scopes
  const isUse = !isInBackground(request.headers)
  if (kind === 'accessToken') {
    const selfService = scopes.filter((scope) => !scope.startsWith('api-keys:'))
    return asRecipient(await findTokenSession(sessions, secret), 'recipient_session', selfService)
  }
  const [row] = await runOnce(pool, findCredential, [sha256(secret), plainAddress(request.ip)])
  const isNamed = kind === 'cookie' && organization !== null
  if (isNamed && row?.platformHolderId !== organization) throw new AppError('UNAUTHENTICATED')
  if (!row) {
    const session = kind === 'cookie' ? await findBrowserSession(sessions, secret, isUse) : null
    if (session === null) throw new AppError('UNAUTHENTICATED')
    return asRecipient(session, 'session', scopes)
  }
  if (row.isRevoked) throw new AppError(row.authentication === 'api_key' ? 'API_KEY_REVOKED' : 'SESSION_EXPIRED')
  if (row.isExpired) throw new AppError(row.authentication === 'api_key' ? 'API_KEY_EXPIRED' : 'SESSION_EXPIRED')
  const { authentication, platformHolderId, credentialId: id, clock: knownAt } = row
  if (authentication === 'api_key' && platformHolderId !== null) onKey?.({ id, platformHolderId, knownAt })
  if (row.actorStatus !== 'active') throw new AppError('ASSIGNMENT_INACTIVE')
  const isHeard = row.holderStatus === 'suspended' && isHeardWhenSuspended
  if (row.holderStatus !== 'active' && row.holderStatus !== 'draft' && !isHeard) throw new AppError('TENANT_INACTIVE')
  if (row.isOutside && !isHeardFromOutside) throw new AppError('IP_NOT_ALLOWED')
  if (row.isStale && isUse) await noteUse(pool, row)
  return { identity: toIdentity(row, services), now: row.clock }
}

/** A request whose caller is to be known. `ip`: what `TIJDIG_TRUSTED_PROXIES` makes of it. */
type Caller = Pick<FastifyRequest, 'headers' | 'raw' | 'ip'>

type Choice = {
  /** Whether credentials of a suspended holder are let through. */
  readonly isHeardWhenSuspended?: boolean | undefined
  /** Whether those that the holder's networks refuse are. */
  readonly isHeardFromOutside?: boolean
  /** Of which of the organizations that the browser is signed in for; null: the last. That which the request names, when left out. */
  readonly organization?: string | null
  /** Told of a key of an organization that is neither revoked nor expired, also where the call is then refused. */
  readonly onKey?: (key: {
    readonly id: string
    readonly platformHolderId: string
    readonly knownAt: Temporal.Instant
  }) => void
}

/**
 * The organization that a page names, so that it gets nothing of another one that its browser is signed in for; null
 * where it names none.
 *
 * @throws AppError UNAUTHENTICATED for what is no id
 */
function organizationOf({ headers }: Caller): string | null {
  const named = headers['x-tijdig-organization']
  if (named === undefined) return null
  if (typeof named !== 'string' || !isId(named)) throw new AppError('UNAUTHENTICATED')
  return named
}

/** Whether a page makes a request by itself, with nobody there who asked for it: it is no use of the session. */
function isInBackground(headers: FastifyRequest['headers']): boolean {
  return headers['x-tijdig-background'] === '1'
}

type Credential = { readonly secret: string; readonly kind: 'cookie' | 'apiKey' | 'accessToken' }

function credentialOf(request: Caller, baseUrl: string, organization: string | null): Credential {
  const { cookie } = request.headers
  const token = bearerTokenOf(request)
  if (token === null) return { secret: sessionTokenOf(cookie, baseUrl, organization), kind: 'cookie' }
  if (/^[A-Za-z0-9_-]{43}$/.test(token)) return { secret: token, kind: 'accessToken' }
  if (!isApiKeySecret(token)) throw new AppError('UNAUTHENTICATED')
  return { secret: token, kind: 'apiKey' }
}

/**
 * The token of the Authorization header; null without that header.
 *
 * @throws AppError UNAUTHENTICATED when the header comes twice or holds no bearer token
 */
export function bearerTokenOf(request: Pick<FastifyRequest, 'headers' | 'raw'>): string | null {
  const { authorization } = request.headers
  if (authorization === undefined) return null
  if (countHeader(request.raw.rawHeaders, 'authorization') > 1) throw new AppError('UNAUTHENTICATED')
  const token = /^Bearer ([!-~]{1,512})$/i.exec(authorization)?.[1]
  if (token === undefined) throw new AppError('UNAUTHENTICATED')
  return token
}

function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) if (rawHeaders[index]?.toLowerCase() === name) count += 1
  return count
}

function toIdentity(row: CredentialRow, { scopes, staffScopes }: Pick<Services, 'scopes' | 'staffScopes'>): Identity {
  const { credentialId, authentication, actorId } = row
  const credential = { credentialId, authentication, actorId, profileId: null }
  if (row.role === 'recipient') {
    const { role, platformHolderId } = row
    const held = row.scopes ?? scopes.recipient
    return { ...credential, role, platformHolderId, recipientId: actorId, scopes: held }
  }
  const { role, platformHolderId, staffRole } = row
  const held = { role, platformHolderId, recipientId: null, staffRole, locations: locationsOf(row) } as const
  if (staffRole === null) return { ...credential, ...held, scopes: row.scopes ?? [] }
  const may = staffScopes[staffRole]
  // A key never does more than its maker may at this moment.
  return { ...credential, ...held, scopes: row.scopes?.filter((scope) => may.includes(scope)) ?? may }
}

function locationsOf({
  locationIds,
  includesUnassigned,
}: {
  readonly locationIds: readonly string[]
  readonly includesUnassigned: boolean
}): readonly string[] | null {
  if (locationIds.length === 0) return null
  return includesUnassigned ? [...locationIds, noLocation] : locationIds
}

function asRecipient(
  { sessionId, profileId, recipientId, clock }: RecipientSession,
  authentication: 'session' | 'recipient_session',
  scopes: readonly string[],
): Authenticated {
  const identity = {
    credentialId: sessionId,
    authentication,
    actorId: recipientId,
    role: 'recipient' as const,
    platformHolderId: null,
    recipientId,
    profileId,
    scopes,
  }
  return { identity, now: clock }
}
