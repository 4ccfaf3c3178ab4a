import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { timedOutAfterMs } from '#/kernel/flow/vitality.ts'
import type { SessionError } from './session-view.ts'

export type SessionRow = RowOf<typeof sessionColumns>

const sessionColumns = columns(
  'voice_session',
  `platform_holder_id, id, actor_id, credential_id, client_request_id, locale, status, error_code, agent_version,
  encrypted_url, url_expires_at, created_at, updated_at, expires_at, ended_at`,
)

export type SessionKey = {
  readonly platformHolderId: string
  readonly actorId: string
  readonly clientRequestId: string
}

export type NewSession = SessionKey & {
  readonly id: string
  readonly credentialId: string
  readonly locale: string | null
  readonly agentVersion: string | null
  readonly minutes: number
}

/**
 * Begins a session, or begins one again that failed or fell silent. Of parallel requests with one id a single one gets it.
 *
 * @returns null when there is one under that id that started, or is starting
 */
export async function startSession(tx: Tx, session: NewSession): Promise<SessionRow | null> {
  const { platformHolderId, actorId, clientRequestId, id, credentialId, locale, agentVersion, minutes } = session
  const key = [platformHolderId, actorId, clientRequestId]
  const values = [...key, id, credentialId, locale, agentVersion, minutes, timedOutAfterMs]
  return (await tx.rows(upsertSession, values))[0] ?? null
}

/** A conversation of a member, as far as it counts among those they may have. */
export type RecentSession = Pick<SessionRow, 'expiresAt' | 'endedAt'>

/**
 * The member's other conversations that began within the last hour, newest first. Who opens another one meanwhile waits.
 *
 * @param minutes for how long each of them is good
 */
export async function listRecentSessions(tx: Tx, key: SessionKey, minutes: number): Promise<RecentSession[]> {
  const { platformHolderId, actorId, clientRequestId } = key
  tx.send(lockSessionsOfActor, [actorId])
  return tx.rows(selectRecent, [platformHolderId, actorId, clientRequestId, minutes])
}

/** Notes that a conversation is over. @returns null when there is none */
export async function endSession(tx: Tx, key: SessionKey): Promise<SessionRow | null> {
  return (await tx.rows(updateEnded, [key.platformHolderId, key.actorId, key.clientRequestId]))[0] ?? null
}

export async function findSession(tx: Tx, key: SessionKey): Promise<SessionRow | null> {
  return (await tx.rows(selectSession, [key.platformHolderId, key.actorId, key.clientRequestId]))[0] ?? null
}

export type Opened = { readonly encryptedUrl: string; readonly urlExpiresAt: Temporal.Instant }

/** @returns the session; null when it was begun again meanwhile */
export async function storeOpened(tx: Tx, session: SessionRow, opened: Opened): Promise<SessionRow | null> {
  const { platformHolderId: holder, id, updatedAt: begunAt } = session
  const values = [holder, id, begunAt, opened.encryptedUrl, opened.urlExpiresAt]
  return (await tx.rows(updateOpened, values))[0] ?? null
}

export async function storeFailed(tx: Tx, session: SessionRow, errorCode: SessionError): Promise<void> {
  const { platformHolderId: holder, id, updatedAt: begunAt } = session
  await tx.rows(updateFailed, [holder, id, begunAt, errorCode])
}

const upsertSession = statement<SessionRow>(
  'start_voice_session',
  `insert into voice_session as s (platform_holder_id, actor_id, client_request_id, id, credential_id, locale, status, agent_version,
     created_at, updated_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, 'starting', $7, tijdig_now(), tijdig_now(), tijdig_now() + $8 * interval '1 minute')
   on conflict (platform_holder_id, actor_id, client_request_id) do update
     set credential_id = excluded.credential_id, status = 'starting', error_code = null,
       agent_version = excluded.agent_version,
         updated_at = excluded.updated_at, expires_at = excluded.expires_at, ended_at = null
     where s.locale is not distinct from excluded.locale
       and (s.status = 'failed'
            or (s.status = 'starting' and s.updated_at <= tijdig_now() - $9 * interval '1 millisecond'))
   returning ${sessionColumns}`,
)
const selectSession = statement<SessionRow>(
  'select_voice_session',
  `select ${sessionColumns}
   from voice_session
   where platform_holder_id = $1 and actor_id = $2 and client_request_id = $3`,
)
const lockSessionsOfActor = statement(
  'lock_voice_sessions_of_actor',
  `select pg_advisory_xact_lock(hashtextextended('voice_session ' || $1, 0))`,
)
const selectRecent = statement<RecentSession>(
  'list_recent_voice_sessions',
  `select expires_at, ended_at from voice_session
   where platform_holder_id = $1 and actor_id = $2 and client_request_id <> $3 and status <> 'failed'
     and expires_at > tijdig_now() - interval '1 hour' + $4 * interval '1 minute'
   order by expires_at desc limit 30`,
)
const updateEnded = statement<SessionRow>(
  'end_voice_session',
  `update voice_session set ended_at = coalesce(ended_at, tijdig_now()), encrypted_url = null, updated_at = tijdig_now()
   where platform_holder_id = $1 and actor_id = $2 and client_request_id = $3 returning ${sessionColumns}`,
)
const updateOpened = statement<SessionRow>(
  'voice_session_opened',
  `update voice_session set status = 'ready', encrypted_url = $4, url_expires_at = $5, updated_at = tijdig_now()
   where platform_holder_id = $1 and id = $2 and status = 'starting' and updated_at = $3 returning ${sessionColumns}`,
)
const updateFailed = statement(
  'voice_session_failed',
  `update voice_session set status = 'failed', error_code = $4, updated_at = tijdig_now()
   where platform_holder_id = $1 and id = $2 and status = 'starting' and updated_at = $3`,
)
