import type pg from 'pg'
import { columnsOf } from '#/kernel/postgres/values/columns.ts'
import { runOnce, statement, type HolderTx } from '#/kernel/postgres/db.ts'
import type { WebhookAnswer } from '#/ports/webhooks.ts'
import { eventColumns } from '#/slices/events/feed/feed-store.ts'
import type { EventRow } from '#/slices/events/feed/event-view.ts'
import type { SealedSecret } from '#/slices/events/endpoints/secrets.ts'

/** An endpoint in the hands of one worker. Whatever it writes asks for the number of its claim. */
export type Claim = { readonly platformHolderId: string; readonly id: string; readonly claimNo: number }

export const leaseSeconds = 60

/** Takes endpoints for which something is due, those that wait longest first. @param pool acts as tijdig_worker */
export function claimEndpoints(pool: pg.Pool, size: number): Promise<Claim[]> {
  return runOnce(pool, claim, [size])
}

const claim = statement<Claim>(
  'claim_webhook_endpoints',
  `update webhook_endpoint w set lease_until = now() + interval '${leaseSeconds} seconds', claim_no = w.claim_no + 1
   from (select platform_holder_id, id from webhook_endpoint
     where status = 'enabled' and due_at <= (select tijdig_now()) and (lease_until is null or lease_until < now())
     order by due_at limit $1 for update skip locked) due
   where w.platform_holder_id = due.platform_holder_id and w.id = due.id
   returning w.platform_holder_id, w.id, w.claim_no`,
)

/** @returns false when it is another worker's by now */
export async function renewLease(tx: HolderTx, { id, claimNo }: Claim): Promise<boolean> {
  return (await tx.rows(renew, [tx.platformHolderId, id, claimNo])).length > 0
}

const renew = statement<{ id: string }>(
  'renew_webhook_lease',
  `update webhook_endpoint set lease_until = now() + interval '${leaseSeconds} seconds'
   where platform_holder_id = $1 and id = $2 and claim_no = $3 returning id`,
)

/** Gives an endpoint back, with the time at which something is due next. */
export async function releaseEndpoint(tx: HolderTx, { id, claimNo }: Claim): Promise<void> {
  tx.send(lockOwn, [tx.platformHolderId, id, claimNo])
  await tx.rows(release, [tx.platformHolderId, id, claimNo])
}

// A statement of its own: the next one sees what whoever had the lock has added, so that nothing waits without being due.
const lockOwn = statement(
  'lock_own_webhook_endpoint',
  'select 1 from webhook_endpoint where platform_holder_id = $1 and id = $2 and claim_no = $3 for no key update',
)
const release = statement(
  'release_webhook_endpoint',
  `update webhook_endpoint w set lease_until = null, due_at = (
     select min(d.next_at) from webhook_delivery d where d.platform_holder_id = $1 and d.endpoint_id = $2 and d.state = 'waiting')
   where w.platform_holder_id = $1 and w.id = $2 and w.claim_no = $3`,
)

/** An endpoint as its lane needs it. */
export type LaneEndpoint = {
  readonly url: string
  readonly secrets: readonly SealedSecret[]
  readonly maxInFlight: number
  readonly failingSince: Temporal.Instant | null
  readonly now: Temporal.Instant
}

/** @returns null when it is another worker's by now, was paused or is gone */
export async function findOwnEndpoint(tx: HolderTx, { id, claimNo }: Claim): Promise<LaneEndpoint | null> {
  const [row] = await tx.rows(selectOwn, [tx.platformHolderId, id, claimNo])
  return row ?? null
}

const selectOwn = statement<LaneEndpoint>(
  'select_own_webhook_endpoint',
  `select url, secrets, max_in_flight, failing_since, tijdig_now() as now from webhook_endpoint
   where platform_holder_id = $1 and id = $2 and claim_no = $3 and status = 'enabled'`,
)

export type DueDelivery = EventRow & {
  readonly deliveryId: string
  readonly position: number
  readonly tries: number
  readonly attempts: number
}

/** What is due for an endpoint, the longest first. @param underWay ids of what is on its way */
export function listDue(
  tx: HolderTx,
  { id }: Claim,
  underWay: readonly string[],
  size: number,
): Promise<DueDelivery[]> {
  return tx.rows(selectDue, [tx.platformHolderId, id, underWay, size])
}

const selectDue = statement<DueDelivery>(
  'list_due_deliveries',
  `select d.id as delivery_id, d.position, d.tries, d.attempts, ${eventColumns}
   from (select * from webhook_delivery
     where platform_holder_id = $1 and endpoint_id = $2 and state = 'waiting' and next_at <= (select tijdig_now())
       and not id = any($3::uuid[])
     order by next_at, position limit $4) d
   join event e on e.platform_holder_id = d.platform_holder_id and e.id = d.event_id
   order by d.next_at, d.position`,
)

/** What a try writes. */
export type Settled = Pick<WebhookAnswer, 'durationMs' | 'status' | 'errorCode' | 'answer'> & {
  readonly deliveryId: string
  readonly attemptNo: number
  readonly at: Temporal.Instant
  readonly state: 'waiting' | 'succeeded' | 'failed'
  /** From now; null where nothing follows. */
  readonly pauseSeconds: number | null
}

const settledColumns = columnsOf<Settled>(
  {
    deliveryId: 'uuid',
    attemptNo: 'smallint',
    at: 'timestamptz',
    durationMs: 'int',
    status: 'smallint',
    errorCode: 'text',
    answer: 'text',
    state: 'text',
    pauseSeconds: 'int',
  },
  5,
)

/** The health of an endpoint after its tries were written. */
export type Health = {
  readonly failingSince: Temporal.Instant | null
  readonly failingToldAt: Temporal.Instant | null
  readonly version: number
  readonly now: Temporal.Instant
}

/**
 * Writes tries and how the endpoint fares, unless it is another worker's by now.
 *
 * @returns null when nothing was written
 */
export async function settleTries(
  tx: HolderTx,
  { id, claimNo }: Claim,
  tries: readonly Settled[],
): Promise<Health | null> {
  const hasSuccess = tries.some(({ state }) => state === 'succeeded')
  const values = [tx.platformHolderId, id, claimNo, hasSuccess, ...settledColumns.values(tries)]
  const [health] = await tx.rows(settle, values)
  return health ?? null
}

const settle = statement<Health>(
  'settle_webhook_tries',
  `with own as materialized (
     select id from webhook_endpoint where platform_holder_id = $1::uuid and id = $2::uuid and claim_no = $3::int for no key update),
   s as materialized (select d.* from ${settledColumns.sql}, own),
   settled as (
     update webhook_delivery d set state = s.state, attempts = s.attempt_no, tries = d.tries + 1,
       next_at = case when s.pause_seconds is null then d.next_at else tijdig_now() + s.pause_seconds * interval '1 second' end
     from s where d.platform_holder_id = $1::uuid and d.id = s.delivery_id and d.state = 'waiting' returning d.id, s.attempt_no),
   tried as (
     insert into webhook_attempt (platform_holder_id, delivery_id, attempt_no, at, duration_ms, status, error_code, answer)
     select $1::uuid, s.delivery_id, s.attempt_no, s.at, s.duration_ms, s.status, s.error_code, s.answer
     from s join settled using (attempt_no) where settled.id = s.delivery_id
     on conflict do nothing)
   update webhook_endpoint w set
     last_success_at = case when $4::boolean then tijdig_now() else w.last_success_at end,
     failing_since = case when not $4::boolean then coalesce(w.failing_since, tijdig_now()) end,
     failing_told_at = case when not $4::boolean then w.failing_told_at end
   from own where w.platform_holder_id = $1::uuid and w.id = own.id
   returning w.failing_since, w.failing_told_at, w.version, tijdig_now() as now`,
)

/** Notes that it was told of an endpoint that fails, with the commit. */
export function noteFailingTold(tx: HolderTx, { id }: Claim): void {
  tx.send(noteTold, [tx.platformHolderId, id])
}

const noteTold = statement(
  'note_webhook_failing_told',
  'update webhook_endpoint set failing_told_at = tijdig_now() where platform_holder_id = $1 and id = $2',
)

/** Sends nothing more to an endpoint until somebody enables it, with the commit. */
export function disableEndpoint(tx: HolderTx, { id }: Claim, reason: 'gone' | 'failing'): void {
  tx.send(disable, [tx.platformHolderId, id, reason])
}

const disable = statement(
  'disable_webhook_endpoint',
  `update webhook_endpoint set status = 'disabled', disabled_reason = $3, version = version + 1, updated_at = tijdig_now()
   where platform_holder_id = $1 and id = $2 and status = 'enabled'`,
)
