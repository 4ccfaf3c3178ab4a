import { statement } from './db.ts'

// What the kernel keeps for every slice: audit rows, answers to client request ids, jobs, rate limits, the clock.

export const insertAuditEvent = statement(
  'insert_audit_event',
  `insert into audit_event (platform_holder_id, actor_kind, actor_id, action, request_id, subjects, detail, actor_role, credential,
     credential_id, network, outcome)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
)

export const insertNamedAuditEvent = statement(
  'insert_named_audit_event',
  `insert into audit_event (platform_holder_id, actor_kind, actor_id, action, request_id, subjects, detail, operator_name)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
)

export const insertClientRequest = statement<{ claimed: boolean }>(
  'insert_client_request',
  `insert into client_request (platform_holder_id, actor_id, operation_id, client_request_id, body_sha256)
   values ($1, $2, $3, $4, $5) on conflict do nothing returning true as claimed`,
)

export const selectClientRequest = statement<{
  bodySha256: Buffer
  responseStatus: number
  responseData: unknown
  subjects: string[]
}>(
  'select_client_request',
  `select body_sha256, response_status, response_data, subjects from client_request
   where platform_holder_id = $1 and actor_id = $2 and operation_id = $3 and client_request_id = $4`,
)

export const updateClientRequest = statement(
  'update_client_request',
  `update client_request set response_status = $5, response_data = $6, subjects = $7
   where platform_holder_id = $1 and actor_id = $2 and operation_id = $3 and client_request_id = $4`,
)

export const insertJob = statement('enqueue_job', 'select enqueue_job($1, $2, $3)')

export const takeBlock = statement<{ used: number }>(
  'take_rate_block',
  `insert into rate_window as w (bucket, window_start, used) values ($1, $2, $3)
   on conflict (bucket, window_start) do update set used = w.used + $3 where w.used < $4
   returning used`,
)

export const selectClock = statement<{ now: Temporal.Instant; offsetMs: number }>(
  'select_clock',
  'select tijdig_now() as now, offset_ms from test_clock',
)

export const updateClock = statement(
  'update_clock',
  `with moved as (update test_clock set offset_ms = $1 returning offset_ms) select pg_notify('tijdig_due', '') from moved`,
)
/** Running workers write every few seconds, so an old last transaction means that what came since is missing. */
export const selectReplay = statement<{ isRecent: boolean }>(
  'select_replay',
  `select not pg_is_in_recovery() or coalesce(pg_last_xact_replay_timestamp() > now() - interval '1 minute', false) as is_recent`,
)

/** Wakes every worker, which by itself looks for work twice a second. */
export const wakeWorkers = statement('wake_workers', `select pg_notify('tijdig_due', '')`)

/** Has a connection told of every move of the clock. */
export const listenForClock = 'listen tijdig_due'
