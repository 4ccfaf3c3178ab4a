import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { isToFollowUp } from '#/slices/reminders/rows/row-store.ts'
import { changedColumns, tellRemindersSql } from '#/slices/reminders/rows/told-event-store.ts'
import { hasNotLeft, type RecordedAttempt } from '#/slices/reminders/send/take-back-store.ts'
import { receiptHours } from '#/slices/reminders/sql.ts'

/** A row that is due without news from its provider. */
export type FollowUp = { readonly platformHolderId: string; readonly id: string }

/** Locks overdue rows of all holders: hand-overs whose lease ran out, and missing receipts. Skips rows locked by others. */
export function takeFollowUps(tx: Tx, limit: number): Promise<FollowUp[]> {
  return tx.rows(lockFollowUps, [limit])
}

const lockFollowUps = statement<FollowUp>(
  'lock_follow_ups',
  `select platform_holder_id, id from reminder
   where ${isToFollowUp} and state <> 'unknown' and run_at is not null and run_at <= tijdig_now()
   order by run_at limit $1 for no key update skip locked`,
)

/** Of rows that are locked, those that were recorded and surely have not left: their departure is told, and was not. */
export function selectNotLeft(tx: Tx, rows: readonly FollowUp[]): Promise<RecordedAttempt[]> {
  return tx.rows(findNotLeft, [rows.map((row) => row.platformHolderId), rows.map((row) => row.id)])
}

const findNotLeft = statement<RecordedAttempt>(
  'find_not_left',
  `select r.platform_holder_id, r.id, a.attempt_no, a.message_reference
   from unnest($1::uuid[], $2::uuid[]) as w(holder, id)
   join reminder r on r.platform_holder_id = w.holder and r.id = w.id
   join reminder_attempt a on a.platform_holder_id = r.platform_holder_id
     and a.reminder_id = r.id
     and a.attempt_no = r.attempts
   where ${hasNotLeft} and a.tells_departure`,
)

/** Lets sent rows wait for their receipt; without one in time, or without an outcome, they become unknown. With the commit. */
export function writeFollowUps(tx: Tx, rows: readonly FollowUp[]): void {
  const values = [rows.map((row) => row.platformHolderId), rows.map((row) => row.id)]
  tx.send(awaitReceipts, values)
  tx.send(loseTrack, values)
}

const wanted = `from unnest($1::uuid[], $2::uuid[]) as w(holder, id)
  where r.platform_holder_id = w.holder and r.id = w.id`

// Mail has no receipts, only bounces: its rows get here only when a worker of an earlier version sent them.
const awaitReceipts = statement(
  'await_receipts',
  `update reminder r set run_at = case when channel = 'sms' then handed_over_at + interval '${receiptHours} hours' end
   ${wanted} and state = 'sent' and run_at <= tijdig_now()
     and (channel = 'email' or handed_over_at > tijdig_now() - interval '${receiptHours} hours')`,
)

// The new claim number fences off a worker that wakes up later. A `sent` row ends here, a lost hand-over is looked up,
// and a row that became `sent` after `awaitReceipts` is left alone.
const loseTrack = statement(
  'lose_track',
  `with lost as (
     update reminder r set state = 'unknown', reason_code = 'outcome_unknown', claim_no = claim_no + 1,
       lease_until = null,
       updated_at = tijdig_now(),
       run_at = case when state = 'handed_over' then tijdig_now() + interval '1 minute' end
     ${wanted} and run_at <= tijdig_now()
       and (state = 'handed_over' or (state = 'sent' and handed_over_at <= tijdig_now() - interval '${receiptHours} hours'))
     returning ${changedColumns()}, r.attempts),
   told as (${tellRemindersSql('lost')})
   update reminder_attempt a set state = 'unknown', reason_code = 'outcome_unknown', updated_at = tijdig_now()
   from lost
   where a.platform_holder_id = lost.platform_holder_id and a.reminder_id = lost.id and a.attempt_no = lost.attempts
     and a.state in ('handed_over', 'sent')`,
)
