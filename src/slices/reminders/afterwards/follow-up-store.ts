import { statement } from '#/kernel/postgres/db.ts'
import { receiptHours } from '#/slices/reminders/reading/delivery-status.ts'

// Mail has no receipts, only bounces, which come when they come: its rows are here only when a worker of an earlier version sent them.
export const awaitReceipts = statement(
  'await_receipts',
  `update reminder set run_at = case when channel = 'sms' then handed_over_at + interval '${receiptHours} hours' end
   where platform_holder_id = $1 and id = any($2::uuid[]) and state = 'sent' and run_at <= tijdig_now()
     and (channel = 'email' or handed_over_at > tijdig_now() - interval '${receiptHours} hours')`,
)

// The row's new claim number fences off a worker that wakes up later. `sent` ends here, a lost hand-over is looked up. One that
// became `sent` since `awaitReceipts` looked is neither.
export const loseTrack = statement(
  'lose_track',
  `with lost as (
     update reminder set state = 'unknown', reason_code = 'outcome_unknown', claim_no = claim_no + 1, updated_at = tijdig_now(),
       run_at = case when state = 'handed_over' then tijdig_now() + interval '1 minute' end
     where platform_holder_id = $1 and id = any($2::uuid[]) and run_at <= tijdig_now()
       and (state = 'handed_over' or (state = 'sent' and handed_over_at <= tijdig_now() - interval '${receiptHours} hours'))
     returning id, attempts)
   update reminder_attempt a set state = 'unknown', reason_code = 'outcome_unknown', updated_at = tijdig_now()
   from lost where a.platform_holder_id = $1 and a.reminder_id = lost.id and a.attempt_no = lost.attempts and a.state in ('handed_over', 'sent')`,
)
