import { statement } from '#/kernel/postgres/db.ts'

/** How the endpoints of all organizations stand, and how much is due at them, counted up to 10,000. Operator work. */
export const countWebhooks = statement<{ failing: number; disabled: number; due: number }>(
  'count_webhooks',
  `select count(*) filter (where e.status = 'enabled' and e.failing_since < now() - interval '1 hour') as failing,
     count(*) filter (where e.status = 'disabled') as disabled,
     (select count(*) from (
       select 1 from webhook_delivery d where d.state = 'due' and d.next_at <= now() limit 10000) due) as due
   from webhook_endpoint e
   where e.deleted_at is null
   order by failing limit 1`,
)
