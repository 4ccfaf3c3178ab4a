import type pg from 'pg'
import { inTransaction, runOnce, statement } from '#/kernel/postgres/db.ts'

/** Holders that have events without a number. @param pool acts as tijdig_worker */
export async function findUnnumbered(pool: pg.Pool): Promise<string[]> {
  return (await runOnce(pool, selectUnnumbered)).map(({ platformHolderId }) => platformHolderId)
}

// From holder to holder along the index, however many events each has.
const selectUnnumbered = statement<{ platformHolderId: string }>(
  'find_unnumbered_events',
  `with recursive found as (
     (select platform_holder_id from event where sequence is null order by platform_holder_id limit 1)
     union all
     select (select e.platform_holder_id from event e where e.sequence is null and e.platform_holder_id > f.platform_holder_id
       order by e.platform_holder_id limit 1)
     from found f where f.platform_holder_id is not null)
   select platform_holder_id from found where platform_holder_id is not null limit 500`,
)

export const numberedAtOnce = 1_000

/**
 * Numbers what a holder's transactions have committed. Whoever numbers has the stream to itself, so there are no gaps and
 * no number appears behind one that was read; what is committed meanwhile comes later. Each goes to the endpoints that want
 * it; to those that are paused or disabled when they are enabled.
 *
 * @returns how many; 0 also while another worker numbers
 */
export async function numberEvents(pool: pg.Pool, platformHolderId: string): Promise<number> {
  return inTransaction(pool, { holder: platformHolderId }, async (tx) => {
    const locked = await tx.rows(lockStream, [platformHolderId])
    if (locked.length === 0) return 0
    tx.send(lockEndpoints, [platformHolderId])
    const [numbered] = await tx.rows(number, [platformHolderId])
    return numbered?.events ?? 0
  })
}

// A statement of its own, so that the next one sees what whoever had the lock before has numbered.
const lockStream = statement<{ lastSequence: number }>(
  'lock_event_stream',
  'select last_sequence from event_stream where platform_holder_id = $1 for no key update skip locked',
)

// Whoever pauses one, or gives it back, comes before or after.
const lockEndpoints = statement(
  'lock_webhook_endpoints_to_number',
  'select 1 from webhook_endpoint where platform_holder_id = $1 order by id for no key update',
)

const number = statement<{ events: number }>(
  'number_events',
  `with fresh as materialized (
     select e.id, row_number() over (order by e.id) as place from event e
     where e.platform_holder_id = $1 and e.sequence is null order by e.id limit ${numberedAtOnce}),
   numbered as (
     update event e set sequence = s.last_sequence + f.place from fresh f, event_stream s
     where e.platform_holder_id = $1 and e.id = f.id and s.platform_holder_id = $1 returning e.id, e.sequence, e.type, e.data),
   wanted as materialized (
     select w.id as endpoint_id, w.status, n.id as event_id, w.last_position + row_number() over (partition by w.id order by n.sequence) as position
     from numbered n join webhook_endpoint w on w.platform_holder_id = $1 and (w.event_types is null or n.type = any(w.event_types))
       and (w.location_ids is null or n.data->>'locationId' = any(w.location_ids))),
   made as (
     insert into webhook_delivery (platform_holder_id, endpoint_id, position, event_id, state)
     select $1, endpoint_id, position, event_id, case when status = 'enabled' then 'waiting' else 'held' end from wanted),
   due as (
     update webhook_endpoint w set last_position = newest.position,
       due_at = case when w.status = 'enabled' then least(w.due_at, tijdig_now()) else w.due_at end
     from (select endpoint_id, max(position) as position from wanted group by endpoint_id) newest
     where w.platform_holder_id = $1 and w.id = newest.endpoint_id),
   raised as (
     update event_stream s set last_sequence = s.last_sequence + (select count(*) from fresh) where s.platform_holder_id = $1)
   select count(*)::int as events from numbered`,
)
