import { statement } from '#/kernel/postgres/db.ts'
import { sampledPercent, sampleOf } from '#/kernel/postgres/sample.ts'
import { oldestDue } from '#/slices/reminders/reminders.ts'

export const countRowsByState = {
  ...statement<{ state: string; reasonCode: string | null; count: number }>(
    'count_rows_by_state',
    `select state, reason_code, round(count(*) * 100 / ${sampledPercent('reminder')})::bigint as count
     from ${sampleOf('reminder', 'r')}
     where updated_at > (select tijdig_now()) - interval '7 days' or state = 'planned' group by 1, 2 order by 1, 2`,
  ),
  timeoutMs: 120_000,
}

export const selectOverview = statement<{
  oldestDueSeconds: number
  /** Null when no receipt came in the last hour. */
  receiptLagSeconds: number | null
  breakerHolders: number
  unmatchedReceipts: number
  eventsUnnumbered: number
}>(
  'select_metrics_overview',
  `select
     coalesce((${oldestDue}) / 1000.0, 0)::float8 as oldest_due_seconds,
     (select percentile_cont(0.5) within group (order by extract(epoch from e.received_at - a.handed_over_at))
       from (select message_reference, received_at from delivery_receipt
             where received_at > tijdig_now() - interval '1 hour' order by received_at desc limit 1000) e
       join reminder_attempt a on a.message_reference = e.message_reference)::float8 as receipt_lag_seconds,
     (select count(distinct platform_holder_id)
       from reminder
       where held_at is not null and reason_code = 'volume_review') as breaker_holders,
     (select count(*) from delivery_receipt where applied_at is null) as unmatched_receipts,
     (select count(*) from (select 1 from event where sequence is null limit 10000) e) as events_unnumbered`,
)
