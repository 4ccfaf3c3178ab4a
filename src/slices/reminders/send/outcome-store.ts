import { columnsOf } from '#/kernel/postgres/values/columns.ts'
import { bindHolder, statement, type Tx } from '#/kernel/postgres/db.ts'
import { inOrderOfId } from '#/slices/reminders/send/claim/claim-store.ts'
import { holdersOf } from '#/slices/reminders/send/claim/sending.ts'
import type { Outcome } from './outcome.ts'
import { countDueSql, dueResultSql } from '#/slices/reminders/rows/due-count-store.ts'
import { changedColumns, tellRemindersSql } from '#/slices/reminders/rows/told-event-store.ts'
import { rememberProviderOptOut } from '#/slices/reminders/opt-outs/suppression-store.ts'

/**
 * Records outcomes, with the commit. A receipt may have come first: an attempt that it moved on is not moved back, and a row is written
 * only while it is still handed over by this very claim, or unknown because the outcome of this attempt came so late.
 */
export function writeOutcomes(tx: Tx, outcomes: readonly Outcome[]): void {
  tx.send(settleRows, settledColumns.values(inOrderOfId(outcomes)))
  const optedOut = outcomes.filter(isOptedOut)
  const byHolder = Map.groupBy(optedOut, (outcome) => outcome.platformHolderId)
  for (const platformHolderId of holdersOf(optedOut)) {
    const own = byHolder.get(platformHolderId) ?? []
    bindHolder(tx, platformHolderId)
    rememberProviderOptOut(
      tx,
      platformHolderId,
      own.flatMap((outcome) => outcome.optedOutKey ?? []),
      own.map((outcome) => outcome.id),
    )
  }
}

/** Whether the provider told of an opt-out, which must not be lost. */
export function isOptedOut({ optedOutKey }: Outcome): boolean {
  return typeof optedOutKey === 'string'
}

export const settledColumns = columnsOf<Omit<Outcome, 'optedOutKey'>>({
  platformHolderId: 'uuid',
  id: 'uuid',
  claimNo: 'int',
  attemptNo: 'smallint',
  attemptState: 'text',
  providerMessageId: 'text',
  providerCode: 'text',
  attemptReason: 'text',
  state: 'text',
  reasonCode: 'text',
  runAt: 'timestamptz',
  channel: 'text',
  fallbackChannel: 'text',
})

// A text message that was sent keeps the end of its lease as `run_at`, so that the write touches no index. Usually its
// receipt has come by then; if not, the follow-up sets how long to wait for it. Mail has no receipts to wait for.
const keepsRunAt = `s.state = 'sent' and s.channel = 'sms'`

// Rows before attempts, the order in which receipts lock them, so that the two never deadlock. What certainly did not
// leave does not count towards the hour's volume: an outage must not make the breaker hold what is tried again (G24). It is taken
// off once, also when the outcome is recorded again because the answer to the first commit was lost.
export const settleRows = statement(
  'settle_rows',
  `with s as materialized (select * from ${settledColumns.sql}),
   settled as (
     update reminder r set state = s.state, reason_code = s.reason_code,
       run_at = case when ${keepsRunAt} then r.run_at else s.run_at end,
       channel = s.channel, fallback_channel = s.fallback_channel,
       lease_until = case when s.state <> 'unknown' then r.lease_until end,
       channel_tries = case when s.channel = r.channel then r.channel_tries else 0 end,
       updated_at = (select tijdig_now())
     from s where r.platform_holder_id = s.platform_holder_id and r.id = s.id
       and ((r.claim_no = s.claim_no and r.state = 'handed_over') or (r.attempts = s.attempt_no and r.state = 'unknown' and s.state <> 'unknown'))
     returning ${changedColumns()}, ${dueResultSql} as due_result),
   counted as (${countDueSql('settled')}),
   told as (${tellRemindersSql('settled')}),
   failing as materialized (
     select a.platform_holder_id, a.message_reference, a.handed_over_at
     from reminder_attempt a
     join s on s.platform_holder_id = a.platform_holder_id and s.id = a.reminder_id and s.attempt_no = a.attempt_no
     where (select count(*) from settled) >= 0
       and s.attempt_state = 'failed' and a.state in ('handed_over', 'unknown') and a.is_counted
     for no key update of a),
   tried as (
     update reminder_attempt a set provider_message_id = coalesce(a.provider_message_id, s.provider_message_id),
       provider_code = coalesce(s.provider_code, a.provider_code),
       reason_code = case when a.state in ('handed_over', 'unknown') then s.attempt_reason else a.reason_code end,
       state = case when a.state in ('handed_over', 'unknown') then s.attempt_state else a.state end,
       updated_at = (select tijdig_now())
     from s
     where (select count(*) from failing) >= 0
       and a.platform_holder_id = s.platform_holder_id
       and a.reminder_id = s.id
       and a.attempt_no = s.attempt_no
     returning true)
   update reminder_volume v set handed_over = greatest(0, v.handed_over - failed.messages)
   from (select platform_holder_id, date_trunc('hour', handed_over_at) as hour, count(distinct message_reference) as messages from failing
         where (select count(*) from tried) >= 0 group by 1, 2 order by 1, 2) failed
   where v.platform_holder_id = failed.platform_holder_id and v.hour = failed.hour`,
)
