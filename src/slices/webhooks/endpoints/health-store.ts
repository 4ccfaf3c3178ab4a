import { statement, type HolderTx } from '#/kernel/postgres/db.ts'

/** How many of an endpoint's newest deliveries say how it is, and how many that wait are counted: bounds the reading. */
export const mostJudged = 1_000
export const mostCounted = 1_000

export type HealthRow = {
  readonly endpointId: string
  readonly attempts: number
  readonly succeeded: number
  /** Milliseconds. */
  readonly p95Ms: number | null
  readonly waiting: number
  readonly oldestWaitingAt: Temporal.Instant | null
}

/** How the deliveries of these endpoints go. */
export async function readHealth(tx: HolderTx, ids: readonly string[]): Promise<ReadonlyMap<string, HealthRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows(selectHealth, [tx.platformHolderId, ids, mostJudged, mostCounted])
  return new Map(rows.map((row) => [row.endpointId, row]))
}

const waitingIn = (state: 'due' | 'held') =>
  `(select d.created_at from webhook_delivery d
    where d.platform_holder_id = e.platform_holder_id and d.endpoint_id = e.id and d.state = '${state}'
    order by d.position limit $4)`

const selectHealth = statement<HealthRow>(
  'select_webhook_endpoint_health',
  `select e.id as endpoint_id, called.attempts, called.succeeded, called.p95_ms, waits.waiting, waits.oldest_waiting_at
   from webhook_endpoint e
   cross join lateral (
     select count(*) as attempts, count(*) filter (where a.error_code is null) as succeeded,
       percentile_disc(0.95) within group (order by a.duration_ms) as p95_ms
     from webhook_attempt a
     where a.platform_holder_id = e.platform_holder_id and a.endpoint_id = e.id
       and a.position > e.last_position - $3 and a.at > now() - interval '24 hours'
   ) called
   cross join lateral (
     select count(*) as waiting, min(w.created_at) as oldest_waiting_at
     from (${waitingIn('due')} union all ${waitingIn('held')}) w
   ) waits
   where e.platform_holder_id = $1 and e.id = any($2::uuid[])
   order by e.id`,
)
