import type pg from 'pg'
import { runOnce } from '#/kernel/postgres/db.ts'
import { sha256 } from '#/kernel/secrets/derived-keys.ts'
import { AppError } from '#/kernel/errors.ts'
import { findLinkedRecipient, inDatastore } from '#/slices/recipient-sign-in/datastore.ts'
import { endSession, findSession, touchSession, type SessionRow } from './session-store.ts'

/** A recipient's session of either kind, with the recipient an operator linked its profile to. */
export type RecipientSession = {
  readonly sessionId: string
  readonly profileId: string
  readonly recipientId: string
  readonly clock: Temporal.Instant
}

export type SessionSource = {
  /** The datastore of the sign-in, as tijdig_login. */
  readonly login: pg.Pool
  /** The main database, as tijdig_api. */
  readonly pool: pg.Pool
  readonly environment: string
}

/** The session behind an access token or a browser's cookie, linked or not; null when there is none. */
export type OwnSession = { readonly sessionId: string; readonly profileId: string }

/**
 * Checks an access token: hash, expiry, active profile, environment and the explicit link, all read for this request.
 *
 * @throws AppError INVALID_RECIPIENT_SESSION, RECIPIENT_SESSION_NOT_LINKED, RECIPIENT_SESSION_CONFIGURATION_INVALID
 */
export async function findTokenSession(source: SessionSource, token: string): Promise<RecipientSession> {
  const session = await readSession(source, token, 'token')
  if (session.id === null) throw new AppError('INVALID_RECIPIENT_SESSION')
  const linked = await findLinkedRecipient(source.pool, session.profileId)
  if (!isTokenLive(session, linked.clock) || linked.status === 'deleted')
    throw new AppError('INVALID_RECIPIENT_SESSION')
  return asRecipient(session.id, session.profileId, linked)
}

/**
 * The same for a browser's cookie, whose terms follow real time.
 *
 * @param isUse whether the session lives on by it
 * @returns null when no recipient's session has this token
 * @throws AppError SESSION_EXPIRED, RECIPIENT_SESSION_NOT_LINKED, RECIPIENT_SESSION_CONFIGURATION_INVALID
 */
export async function findBrowserSession(
  source: SessionSource,
  token: string,
  isUse: boolean,
): Promise<RecipientSession | null> {
  const session = await readSession(source, token, 'browser')
  if (session.id === null) return null
  if (!isBrowserLive(session)) throw new AppError('SESSION_EXPIRED')
  const linked = await findLinkedRecipient(source.pool, session.profileId)
  if (linked.status === 'deleted') throw new AppError('SESSION_EXPIRED')
  if (session.isStale && isUse) await runOnce(source.login, touchSession, [session.id])
  return asRecipient(session.id, session.profileId, linked)
}

/** A live browser session that need not be linked, so that everybody can sign out. */
export async function findOwnBrowserSession(source: SessionSource, token: string): Promise<OwnSession | null> {
  const session = await readSession(source, token, 'browser')
  return session.id !== null && isBrowserLive(session) ? { sessionId: session.id, profileId: session.profileId } : null
}

/** The same for an access token. @param now by the product's clock */
export async function findOwnTokenSession(
  source: SessionSource,
  token: string,
  now: Temporal.Instant,
): Promise<OwnSession | null> {
  const session = await readSession(source, token, 'token')
  return session.id !== null && isTokenLive(session, now)
    ? { sessionId: session.id, profileId: session.profileId }
    : null
}

/** Ends a session at the server; a second time changes nothing. */
export async function endOwnSession(source: Omit<SessionSource, 'pool'>, sessionId: string): Promise<void> {
  await inDatastore({ pool: source.login, environment: source.environment }, (tx) => tx.rows(endSession, [sessionId]))
}

function isTokenLive(session: SessionRow, now: Temporal.Instant): boolean {
  const isActive = !session.isEnded && session.profileStatus === 'active'
  return isActive && Temporal.Instant.compare(now, session.expiresAt) < 0
}

function isBrowserLive(session: SessionRow): boolean {
  return !session.isEnded && !session.isOver && session.profileStatus === 'active'
}

async function readSession(
  { login, environment }: SessionSource,
  token: string,
  kind: 'token' | 'browser',
): Promise<SessionRow> {
  const [row] = await runOnce(login, findSession, [sha256(token), kind])
  // An unknown cookie may be of a member of staff, so only a known one can be of the wrong environment.
  if (row && row.id === null && kind === 'browser') return row
  if (row?.environment !== environment) throw new AppError('RECIPIENT_SESSION_CONFIGURATION_INVALID')
  return row
}

function asRecipient(
  sessionId: string,
  profileId: string,
  { recipientId, clock }: { recipientId: string | null; clock: Temporal.Instant },
): RecipientSession {
  if (recipientId === null) throw new AppError('RECIPIENT_SESSION_NOT_LINKED')
  return { sessionId, profileId, recipientId, clock }
}
