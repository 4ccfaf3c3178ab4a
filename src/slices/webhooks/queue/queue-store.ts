import { statement } from '#/kernel/postgres/db.ts'

const isEndpoint = 'platform_holder_id = $1 and id = $2 and deleted_at is null'

/** Locks the endpoints of a holder, in the order of their ids: positions and states are given by one after another. */
export const lockEndpoints = statement(
  'lock_webhook_endpoints',
  `select id from webhook_endpoint
   where platform_holder_id = $1 and deleted_at is null
   order by id limit 100 for no key update`,
)

/** Locks one endpoint: what is read of its deliveries after it is what whoever had the lock left. */
export const lockEndpoint = statement<{ status: 'enabled' | 'paused' | 'disabled' }>(
  'lock_webhook_endpoint',
  `select status from webhook_endpoint where ${isEndpoint} order by id limit 1 for no key update`,
)

/**
 * Queues events ($2 to $5, in the order of their numbers) for every endpoint that wants them; those of the types $6 only where
 * it names them. @returns how many
 */
export const insertDeliveries = statement<{ queued: number }>(
  'insert_webhook_deliveries',
  `with told as (
     select t.id, t.type, t.location_id, t.written_at, t.place
     from unnest($2::uuid[], $3::text[], $4::text[], $5::timestamptz[])
       with ordinality as t (id, type, location_id, written_at, place)),
   matched as (
     select e.id as endpoint_id, e.status, t.id as event_id, t.written_at,
       e.last_position + row_number() over (partition by e.id order by t.place) as position
     from webhook_endpoint e
     join told t on (e.event_types is null and t.type <> all ($6::text[]) or t.type = any (e.event_types))
       and (e.location_ids is null or t.location_id is null or t.location_id = any (e.location_ids))
     where e.platform_holder_id = $1 and e.deleted_at is null),
   inserted as (
     insert into webhook_delivery (platform_holder_id, endpoint_id, position, event_id, state, next_at)
     select $1, endpoint_id, position, event_id,
       case status when 'enabled' then 'due' else 'held' end,
       case status when 'enabled' then written_at end
     from matched
     returning endpoint_id, position),
   newest as (
     select endpoint_id, max(position) as position, count(*) as queued from inserted group by endpoint_id),
   woken as (
     update webhook_endpoint e
     set last_position = n.position,
       due_at = case e.status when 'enabled' then greatest(least(coalesce(e.due_at, now()), now()), e.rests_until) end
     from newest n
     where e.platform_holder_id = $1 and e.id = n.endpoint_id)
   select coalesce(sum(queued), 0)::bigint as queued from newest order by queued limit 1`,
)

// Those of an endpoint that is not called now wait with the others that are held.
const again = `state = case e.status when 'enabled' then 'due' else 'held' end,
     next_at = case e.status when 'enabled' then now() end, tries = 0, settled_at = null`

/** Queues the delivery at position $3 again. */
export const requeueByPosition = statement<{ eventId: string }>(
  'requeue_webhook_delivery',
  `update webhook_delivery d set ${again}
   from webhook_endpoint e
   where d.platform_holder_id = $1
     and d.endpoint_id = $2
     and d.position = $3
     and e.platform_holder_id = d.platform_holder_id
     and e.id = d.endpoint_id
   returning d.event_id`,
)

/**
 * Queues again what was made from $3 until before $4 (null: until now); $5: what failed alone.
 *
 * @returns the ids of their events, in order, $6 to a row
 */
export const requeueSince = {
  ...statement<{ eventIds: string[] }>(
    'requeue_webhook_deliveries_since',
    `with requeued as (
       update webhook_delivery d set ${again}
       from webhook_endpoint e
       where d.platform_holder_id = $1
         and d.endpoint_id = $2
         and d.created_at >= $3
         and ($4::timestamptz is null or d.created_at < $4)
         and (not $5 or d.state = 'failed')
         and e.platform_holder_id = d.platform_holder_id
         and e.id = d.endpoint_id
       returning d.position, d.event_id),
     placed as (
       select event_id, position, (row_number() over (order by position) - 1) / $6::bigint as row from requeued)
     select array_agg(event_id order by position) as event_ids from placed group by row order by row limit 1000000`,
  ),
  timeoutMs: 30_000,
}

/** Whoever looks for work sees the endpoint at once, also where it asked for a pause: it is a person who has it called. */
export const wakeEndpoint = statement(
  'wake_webhook_endpoint',
  `update webhook_endpoint set due_at = least(coalesce(due_at, now()), now()), rests_until = null
   where ${isEndpoint} and status = 'enabled'`,
)

/** Holds what is due. What is on its way meanwhile may still arrive. */
export const holdDue = {
  ...statement(
    'hold_webhook_deliveries',
    `with rests as (
       update webhook_endpoint set due_at = null where platform_holder_id = $1 and id = $2)
     update webhook_delivery set state = 'held', next_at = null
     where platform_holder_id = $1 and endpoint_id = $2 and state = 'due'`,
  ),
  timeoutMs: 30_000,
}

/** Queues what is held. */
export const releaseAll = {
  ...statement(
    'release_webhook_deliveries',
    `update webhook_delivery set state = 'due', next_at = now(), tries = 0
     where platform_holder_id = $1 and endpoint_id = $2 and state = 'held'`,
  ),
  timeoutMs: 30_000,
}

/** Leaves what is held unsent, among what failed: there it is seen, and can be sent again. */
export const giveUpHeld = {
  ...statement(
    'give_up_webhook_deliveries',
    `update webhook_delivery set state = 'failed', settled_at = tijdig_now()
     where platform_holder_id = $1 and endpoint_id = $2 and state = 'held'`,
  ),
  timeoutMs: 30_000,
}
