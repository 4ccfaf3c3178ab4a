import { statement } from '#/kernel/postgres/db.ts'

// While their endpoint is not enabled they wait with the others.
const waiting = `state = case when e.status = 'enabled' then 'due' else 'held' end, next_at = now(), settled_at = null`
const ofEndpoint = `d.platform_holder_id = $1 and d.endpoint_id = $2
  and e.platform_holder_id = d.platform_holder_id and e.id = d.endpoint_id`

export const requeueOne = statement(
  'requeue_webhook_delivery',
  `update webhook_delivery d set ${waiting}
   from webhook_endpoint e
   where ${ofEndpoint} and d.position = $3`,
)

/** A recovery may be of everything that was told in 30 days. */
const recoveryTimeoutMs = 30_000

export const requeueRows = {
  ...statement<{ deliveries: number }>(
    'requeue_webhook_deliveries',
    `with requeued as (
       update webhook_delivery d set ${waiting}
       from webhook_endpoint e
       where ${ofEndpoint} and d.created_at >= $3 and ($4::timestamptz is null or d.created_at < $4)
         and d.state = any($5::text[])
       returning 1)
     select count(*) as deliveries from requeued`,
  ),
  timeoutMs: recoveryTimeoutMs,
}

export const releaseRows = {
  ...statement(
    'release_held_webhook_deliveries',
    `update webhook_delivery set state = 'due', next_at = now()
     where platform_holder_id = $1 and endpoint_id = $2 and state = 'held'`,
  ),
  timeoutMs: recoveryTimeoutMs,
}

export const failHeld = {
  ...statement(
    'fail_held_webhook_deliveries',
    `update webhook_delivery set state = 'failed', next_at = null, settled_at = tijdig_now()
     where platform_holder_id = $1 and endpoint_id = $2 and state = 'held'`,
  ),
  timeoutMs: recoveryTimeoutMs,
}

export const noteDue = statement(
  'note_webhook_endpoint_due',
  `update webhook_endpoint set due_at = least(due_at, now())
   where platform_holder_id = $1 and id = $2 and status = 'enabled' and deleted_at is null`,
)
