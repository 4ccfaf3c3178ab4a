import { statement } from '#/kernel/postgres/db.ts'
import type { NumberedEvent } from '#/slices/events/events.ts'
import type { Called, Claim } from './claim-store.ts'

/** Something to be told, as it was read: by `nextAt` it is known whether it was queued again since. */
export type Due = NumberedEvent & {
  readonly position: number
  readonly tries: number
  readonly nextAt: Temporal.Instant
}

/** The values of every statement here begin with these. */
export function keyOf({ platformHolderId, id, claimNo }: Claim): readonly unknown[] {
  return [platformHolderId, id, claimNo]
}

const isOurs = 'platform_holder_id = $1 and id = $2 and claim_no = $3'

/** How the endpoint is called now; no row when it is not ours any more, or not to be called. */
export const selectCalled = statement<Called & { isActive: boolean }>(
  'select_claimed_webhook_endpoint',
  `select e.url, e.secrets, e.max_in_flight, e.version, h.status = 'active' as is_active
   from webhook_endpoint e join platform_holder h using (platform_holder_id)
   where e.platform_holder_id = $1
     and e.id = $2
     and e.claim_no = $3
     and e.status = 'enabled'
     and e.deleted_at is null
   order by e.id limit 1`,
)

/** What is due at the endpoint, without what is on its way ($3, positions); at most $4. */
export const selectDue = statement<Due>(
  'select_due_webhook_deliveries',
  `select d.position, d.tries, d.next_at, e.platform_holder_id, e.id, e.sequence, e.type, e.schema_version, e.occurred_at,
     e.subject_type, e.subject_id, e.subject_version, e.data
   from webhook_delivery d join event e on e.platform_holder_id = d.platform_holder_id and e.id = d.event_id
   where d.platform_holder_id = $1
     and d.endpoint_id = $2
     and d.state = 'due'
     and d.next_at <= now()
     and d.position <> all ($3::bigint[])
   order by d.next_at, d.position
   limit $4`,
)

/** Secrets under the newest key ($5), if they are still those ($4) that were read. */
export const updateSealed = statement(
  'reseal_webhook_secrets',
  `update webhook_endpoint set secrets = $5::jsonb where ${isOurs} and secrets = $4::jsonb`,
)

/** What stands on an endpoint after attempts were recorded. */
export type Standing = {
  readonly version: number
  readonly isCalled: boolean
  readonly failingSince: Temporal.Instant | null
  readonly failingForMs: number | null
  readonly isTold: boolean
}

// Longer than any two attempts of a delivery are apart: with none for so long, nobody knows how it was meanwhile.
const isStillFailing = `coalesce(last_failure_at, now()) > now() - interval '30 hours'`

/**
 * Records attempts and what becomes of their deliveries, if the endpoint is still ours. One that was queued again while it
 * was on its way stays queued, and one that is held by now stays held unless it arrived.
 *
 * $4 whether the last attempt failed, $5 whether any succeeded; of each: $6 position, $7 `next_at` as read, $8 state,
 * $9 wait in seconds, $10 when, $11 duration, $12 status, $13 error code, $14 answer.
 */
export const settle = statement<Standing>(
  'settle_webhook_deliveries',
  `with ours as (
     update webhook_endpoint
     set failing_since = case when $4 then coalesce(case when not $5 and ${isStillFailing} then failing_since end, now()) end,
       last_success_at = case when $5 then now() else last_success_at end,
       last_failure_at = case when $4 then now() else last_failure_at end,
       failing_told_at = case when not $5 and ${isStillFailing} then failing_told_at end
     where ${isOurs}
     returning status = 'enabled' and deleted_at is null as is_called, version, failing_since,
       failing_told_at is not null as is_told),
   given as (
     select g.position, g.next_at, g.state, g.wait, g.at, g.duration_ms, g.status, g.error_code, g.answer
     from unnest($6::bigint[], $7::timestamptz[], $8::text[], $9::double precision[], $10::timestamptz[], $11::integer[],
       $12::integer[], $13::text[], $14::text[])
       as g (position, next_at, state, wait, at, duration_ms, status, error_code, answer)),
   judged as (
     select g.position, case
         when d.state = 'due' and d.next_at is distinct from g.next_at then 'again'
         when d.state = 'held' and g.state <> 'delivered' then 'held'
         else g.state end as becomes
     from given g, ours, webhook_delivery d
     where d.platform_holder_id = $1 and d.endpoint_id = $2 and d.position = g.position),
   settled as (
     update webhook_delivery d
     set attempts = d.attempts + 1,
       tries = case j.becomes when 'again' then d.tries else d.tries + 1 end,
       state = case j.becomes when 'again' then d.state else j.becomes end,
       next_at = case j.becomes when 'again' then d.next_at when 'due' then now() + g.wait * interval '1 second' end,
       settled_at = case when j.becomes in ('delivered', 'failed') then tijdig_now() end
     from given g join judged j using (position)
     where d.platform_holder_id = $1 and d.endpoint_id = $2 and d.position = g.position
     returning d.position, d.attempts),
   tried as (
     insert into webhook_attempt
       (platform_holder_id, endpoint_id, position, attempt_no, at, duration_ms, status, error_code, answer)
     select $1, $2, s.position, s.attempts, g.at, g.duration_ms, g.status, g.error_code, g.answer
     from settled s join given g using (position))
   select is_called, version, failing_since, (extract(epoch from now() - failing_since) * 1000)::double precision as failing_for_ms, is_told
   from ours order by is_called limit 1`,
)

/** Locks the endpoint while it is ours, so that what was queued before is seen after. */
export const lockClaimed = statement(
  'lock_claimed_webhook_endpoint',
  `select 1 from webhook_endpoint where ${isOurs} order by id limit 1 for no key update`,
)

/** Gives the endpoint back until its next delivery is due, at the earliest after $4 seconds, also where something is queued. */
export const release = statement(
  'release_webhook_endpoint',
  `update webhook_endpoint set lease_until = null,
     rests_until = case when $4 > 0 then now() + $4 * interval '1 second' end, due_at = (
     select greatest(min(d.next_at), now() + $4 * interval '1 second') from webhook_delivery d
     where d.platform_holder_id = $1 and d.endpoint_id = $2 and d.state = 'due' having count(*) > 0)
   where ${isOurs}`,
)

/** Notes that staff are told that it has been failing. */
export const updateTold = statement(
  'note_webhook_failing_told',
  `update webhook_endpoint set failing_told_at = now() where ${isOurs}`,
)

/** Disables the endpoint, $4 says why. @returns its version */
export const disable = statement<{ version: number }>(
  'disable_webhook_endpoint',
  `update webhook_endpoint
   set status = 'disabled', disabled_reason = $4, due_at = null, version = version + 1, updated_at = tijdig_now()
   where ${isOurs} and status = 'enabled'
   returning version`,
)

export const selectVersion = statement<{ version: number }>(
  'select_webhook_endpoint_version',
  `select version from webhook_endpoint where ${isOurs} order by id limit 1`,
)
