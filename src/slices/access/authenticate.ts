import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Identity, Services } from '#/kernel/context.ts'
import { runOnce } from '#/kernel/db.ts'
import { sha256 } from '#/kernel/derived-keys.ts'
import { AppError } from '#/kernel/errors.ts'
import { isApiKeySecret } from './api-key-secret.ts'
import { sessionTokenOf } from './session-cookie.ts'
import { findCredential, touchSession, type CredentialRow } from './store.ts'

export type Authenticated = { readonly identity: Identity; readonly now: Temporal.Instant }

/**
 * Says who is asking, from the Authorization header or else the session cookie, with one look-up by hash. A bearer
 * token that is not good never falls back to a cookie.
 *
 * @param services a browser session of staff may do all that its role may
 * @throws AppError 401 for the credential, 403 for an assignment or tenant that is not active
 */
export async function authenticateRequest(
  pool: pg.Pool,
  request: Pick<FastifyRequest, 'headers' | 'raw'>,
  services: Pick<Services, 'baseUrl' | 'scopes'>,
): Promise<Authenticated> {
  const secret = secretOf(request, services.baseUrl)
  const [row] = await runOnce(pool, findCredential, [sha256(secret)])
  if (!row) throw new AppError('UNAUTHENTICATED')
  if (row.is_revoked) throw new AppError(row.authentication === 'api_key' ? 'API_KEY_REVOKED' : 'SESSION_EXPIRED')
  if (row.is_expired) throw new AppError(row.authentication === 'api_key' ? 'API_KEY_EXPIRED' : 'SESSION_EXPIRED')
  if (row.actor_status !== 'active') throw new AppError('ASSIGNMENT_INACTIVE')
  if (row.holder_status !== 'active' && row.holder_status !== 'draft') throw new AppError('TENANT_INACTIVE')
  if (row.is_stale) await touchSession(pool, row)
  return { identity: toIdentity(row, services.scopes[row.role]), now: row.clock }
}

function secretOf(request: Pick<FastifyRequest, 'headers' | 'raw'>, baseUrl: string): string {
  const { authorization, cookie } = request.headers
  if (authorization === undefined) return sessionTokenOf(cookie, baseUrl)
  if (countHeader(request.raw.rawHeaders, 'authorization') > 1) throw new AppError('UNAUTHENTICATED')
  const token = /^Bearer ([!-~]{1,512})$/i.exec(authorization)?.[1]
  if (token === undefined) throw new AppError('UNAUTHENTICATED')
  if (/^[A-Za-z0-9_-]{43}$/.test(token)) throw new AppError('INVALID_RECIPIENT_SESSION')
  if (!isApiKeySecret(token)) throw new AppError('UNAUTHENTICATED')
  return token
}

function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) if (rawHeaders[index]?.toLowerCase() === name) count += 1
  return count
}

function toIdentity(row: CredentialRow, sessionScopes: readonly string[]): Identity {
  return {
    credentialId: row.credential_id,
    authentication: row.authentication,
    actorId: row.actor_id,
    role: row.role,
    platformHolderId: row.platform_holder_id,
    recipientId: row.role === 'recipient' ? row.actor_id : null,
    scopes: row.scopes ?? sessionScopes,
  }
}
