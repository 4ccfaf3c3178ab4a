import { statement } from '#/kernel/postgres/db.ts'
import type { Receipt } from '#/ports/delivery.ts'
import { countDueSql, dueResultSql } from '#/slices/reminders/rows/due-count-store.ts'
import { changedColumns, tellRemindersSql } from '#/slices/reminders/rows/told-event-store.ts'
import type { Channel } from '#/slices/reminders/words/words.ts'

export const findAttemptHolders = statement<{ platformHolderId: string }>(
  'find_attempt_holders',
  'select platform_holder_id from find_attempt_holders($1) order by 1',
)

/** `$9` is the holder it belongs to; `$10` whether it is still to be matched. */
export const insertReceipt = statement<{ isNew: boolean }>(
  'insert_delivery_receipt',
  `insert into delivery_receipt (id, provider, message_reference, provider_message_id, state, reason_code, provider_code, provider_at, platform_holder_id,
     applied_at, retry_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when not $10 then tijdig_now() end, case when $10 and $3::uuid is not null then tijdig_now() end)
   on conflict do nothing returning true as is_new`,
)

export type WaitingReceipt = {
  readonly id: string
  readonly platformHolderId: string
  readonly messageReference: string
  readonly providerMessageId: string
  readonly state: Receipt['state']
  readonly reasonCode: Receipt['reason']
  readonly providerCode: string
  readonly providerAt: Temporal.Instant | null
}

/**
 * Of the receipts whose next try is due, those that match an attempt now. Each pause is as long as the receipt has
 * waited so far, at least a second; after a day it is not tried again.
 */
export const retryMatching = statement<WaitingReceipt>(
  'retry_matching_receipts',
  `with due as (
     select id, received_at from delivery_receipt
     where retry_at <= tijdig_now() and platform_holder_id is null order by retry_at limit 100 for update skip locked),
   tried as (
     update delivery_receipt d set retry_at = case when due.received_at > tijdig_now() - interval '1 day'
       then tijdig_now() + greatest(tijdig_now() - due.received_at, interval '1 second') end
     from due where d.id = due.id
     returning d.id, d.message_reference, d.provider_message_id, d.state, d.reason_code, d.provider_code, d.provider_at)
   select tried.*, holder.platform_holder_id
   from tried
   cross join lateral find_attempt_holders(tried.message_reference) holder
   order by tried.id, holder.platform_holder_id limit 1000`,
)

export const markMatched = statement(
  'mark_receipt_matched',
  'update delivery_receipt set platform_holder_id = $2, applied_at = tijdig_now(), retry_at = null where id = $1 and platform_holder_id is null',
)

export type AttemptRow = {
  readonly reminderId: string
  readonly appointmentId: string
  readonly attemptNo: number
  readonly attempts: number
  readonly attemptState: string
  readonly attemptReason: string | null
  readonly rowState: string
  readonly rowReason: string | null
  readonly rowChannel: Channel | null
  readonly channel: Channel
  readonly fallbackChannel: Channel | null
  readonly destinationKey: Buffer
  readonly handedOverAt: Temporal.Instant
  readonly latestAt: Temporal.Instant
  readonly clock: Temporal.Instant
}

export const selectAttempts = statement<AttemptRow>(
  'select_attempts_by_reference',
  `select a.reminder_id, r.appointment_id, a.attempt_no, r.attempts, a.state as attempt_state, a.reason_code as attempt_reason,
     r.state as row_state, r.reason_code as row_reason,
     r.channel as row_channel, a.channel, r.fallback_channel, a.destination_key, a.handed_over_at, r.latest_at,
     tijdig_now() as clock
   from reminder_attempt a join reminder r on r.platform_holder_id = a.platform_holder_id and r.id = a.reminder_id
   where a.platform_holder_id = $1 and a.message_reference = $2 order by a.reminder_id for update of r, a`,
)

export const updateAttempt = statement(
  'update_attempt_by_receipt',
  `update reminder_attempt set state = $4, provider_code = coalesce($5, provider_code), reason_code = $6,
     updated_at = tijdig_now()
   where platform_holder_id = $1 and reminder_id = $2 and attempt_no = $3`,
)

/** `$8` whether it tells for the first time that the provider took the message. */
export const updateRow = statement(
  'update_row_by_receipt',
  `with updated as (
   update reminder r set state = $3, reason_code = $4, run_at = $5, channel = $6, fallback_channel = $7,
     updated_at = tijdig_now(),
     channel_tries = case when $6 = channel then channel_tries else 0 end
   where platform_holder_id = $1 and id = $2
   returning ${changedColumns()}, case when $8 then ${dueResultSql} end as due_result),
   counted as (${countDueSql('updated')})
   ${tellRemindersSql('updated')}`,
)
