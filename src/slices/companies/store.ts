import { statement, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { timedOutAfterMs } from '#/kernel/flow/vitality.ts'
import type { LookupPhase } from './lookup-progress.ts'

export type LookupRow = RowOf<typeof lookupColumns>

const lookupColumns = columns(
  'company_lookup',
  'request_id, status, phase, started_at, updated_at, completed_at, error_code',
)

export type LookupKey = {
  readonly platformHolderId: string
  readonly actorId: string
  readonly requestId: string
}

/**
 * Makes this the actor's latest look-up, unless it is already or the latest one still runs. Of parallel requests with one
 * id a single one gets true.
 */
export async function startLookup(tx: Tx, key: LookupKey, phase: LookupPhase): Promise<boolean> {
  const values = [key.platformHolderId, key.actorId, key.requestId, phase, timedOutAfterMs]
  return (await tx.rows(upsertLookup, values)).length > 0
}

/** The actor's latest look-up. */
export async function findLookup(tx: HolderTx, actorId: string): Promise<LookupRow | null> {
  return (await tx.rows(selectLookup, [tx.platformHolderId, actorId]))[0] ?? null
}

/** Notes a sign of life. */
export async function noteProgress(tx: Tx, key: LookupKey): Promise<void> {
  await tx.rows(updateHeartbeat, [key.platformHolderId, key.actorId, key.requestId, timedOutAfterMs])
}

export type LookupEnd = { readonly status: 'completed' | 'failed' | 'timed_out'; readonly errorCode: string | null }

/** Ends the look-up. @returns when; null when it had ended before, by its own silence or because a newer one took its place */
export async function endLookup(tx: Tx, key: LookupKey, end: LookupEnd): Promise<Temporal.Instant | null> {
  const values = [key.platformHolderId, key.actorId, key.requestId, end.status, end.errorCode, timedOutAfterMs]
  return (await tx.rows(updateEnd, values))[0]?.completedAt ?? null
}

const upsertLookup = statement(
  'start_company_lookup',
  `insert into company_lookup (platform_holder_id, actor_id, request_id, status, phase, started_at, updated_at)
   values ($1, $2, $3, 'running', $4, tijdig_now(), tijdig_now())
   on conflict (platform_holder_id, actor_id) do update
     set request_id = excluded.request_id, status = 'running', phase = excluded.phase, started_at = excluded.started_at,
         updated_at = excluded.updated_at, completed_at = null, error_code = null
     where company_lookup.request_id <> excluded.request_id
       and (company_lookup.status <> 'running'
            or company_lookup.updated_at <= tijdig_now() - $5 * interval '1 millisecond')
   returning true as is_started`,
)
const selectLookup = statement<LookupRow>(
  'select_company_lookup',
  `select ${lookupColumns}
   from company_lookup where platform_holder_id = $1 and actor_id = $2`,
)
// A look-up that was silent for too long has ended for everybody who looks, and does not come to life again.
const updateHeartbeat = statement(
  'note_company_lookup_progress',
  `update company_lookup set updated_at = tijdig_now()
   where platform_holder_id = $1 and actor_id = $2 and request_id = $3 and status = 'running'
     and updated_at > tijdig_now() - $4 * interval '1 millisecond'`,
)
const updateEnd = statement<{ completedAt: Temporal.Instant }>(
  'end_company_lookup',
  `update company_lookup set status = $4, error_code = $5, updated_at = tijdig_now(), completed_at = tijdig_now()
   where platform_holder_id = $1 and actor_id = $2 and request_id = $3 and status = 'running'
     and ($4 = 'timed_out' or updated_at > tijdig_now() - $6 * interval '1 millisecond')
   returning completed_at`,
)
