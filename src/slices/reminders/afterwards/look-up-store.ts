import type pg from 'pg'
import { runOnce, statement } from '#/kernel/postgres/db.ts'
import { countDueSql, dueResultSql } from '#/slices/reminders/rows/due-count-store.ts'
import { changedColumns, tellRemindersSql } from '#/slices/reminders/rows/told-event-store.ts'
import { isToFollowUp } from '#/slices/reminders/rows/row-store.ts'
import type { Channel } from '#/slices/reminders/words/words.ts'

/** A row of unknown fate that is due to be looked up. */
export type Unknown = { readonly platformHolderId: string; readonly id: string }

/** Takes due rows of all holders, so that nobody else does for `forMs` of real time: a provider has no test clock. */
export function takeUnknown(pool: pg.Pool, limit: number, forMs: number): Promise<Unknown[]> {
  return runOnce(pool, takeDueUnknown, [limit, forMs])
}

// They stay due, so that moving a test clock waits for them. Whatever makes a row unknown clears its lease.
const takeDueUnknown = statement<Unknown>(
  'take_due_unknown',
  `update reminder set lease_until = now() + $2 * interval '1 millisecond' where (platform_holder_id, id) in (
     select platform_holder_id, id from reminder
     where ${isToFollowUp} and state = 'unknown' and run_at is not null and run_at <= tijdig_now()
       and (lease_until is null or lease_until < now())
     order by run_at limit $1 for no key update skip locked)
   returning platform_holder_id, id`,
)

export type UnknownRow = {
  readonly id: string
  readonly attemptNo: number
  readonly messageReference: string
  /** The provider that was called. */
  readonly provider: string
  readonly channel: Channel
  readonly fallbackChannel: Channel | null
  readonly channelTries: number
  readonly destination: string | null
  readonly body: string | null
  readonly handedOverAt: Temporal.Instant
  /** When it was first missing from the provider's list; null when it never was. */
  readonly absentAt: Temporal.Instant | null
  readonly latestAt: Temporal.Instant
  readonly clock: Temporal.Instant
}

const unknownRow = `a.platform_holder_id = r.platform_holder_id and a.reminder_id = r.id and a.attempt_no = r.attempts
     and r.state = 'unknown'`

/** The row, if its fate is still unknown, and those told in the same message (G27, H3): what is found is true of all. */
export const selectUnknown = statement<UnknownRow>(
  'select_unknown',
  `select r.id, a.attempt_no, a.message_reference, a.provider, a.channel, r.fallback_channel, r.channel_tries,
     a.destination, a.body, a.handed_over_at, a.absent_at, r.latest_at, (select tijdig_now()) as clock
   from reminder_attempt a
   join reminder r on ${unknownRow}
   where a.platform_holder_id = $1
     and a.message_reference = (
       select a.message_reference from reminder r join reminder_attempt a on ${unknownRow}
       where r.platform_holder_id = $1 and r.id = $2)
   order by r.id`,
)

// Names the attempt: a slow worker must not apply an answer about one attempt to a later one.
export const scheduleReconcile = statement(
  'schedule_reconcile',
  `update reminder set run_at = $3, lease_until = null
   where platform_holder_id = $1 and id = $2 and state = 'unknown' and attempts = $4`,
)

export const noteAbsence = statement(
  'note_absence',
  `update reminder_attempt set absent_at = tijdig_now()
   where platform_holder_id = $1 and reminder_id = $2 and attempt_no = $3 and state = 'unknown' and absent_at is null`,
)

export const resolveAttempt = statement(
  'resolve_attempt',
  `update reminder_attempt set state = $4, reason_code = $5, provider_message_id = coalesce(provider_message_id, $6),
     provider_code = coalesce($7, provider_code), updated_at = tijdig_now()
   where platform_holder_id = $1 and reminder_id = $2 and attempt_no = $3 and state = 'unknown'`,
)

export const resolveRow = statement(
  'resolve_row',
  `with resolved as (
   update reminder r set state = $3, reason_code = $4, run_at = $5, channel = $6, fallback_channel = $7,
     updated_at = tijdig_now(),
     channel_tries = case when $6 = channel then channel_tries else 0 end
   where platform_holder_id = $1 and id = $2 and state = 'unknown' and attempts = $8
   returning ${changedColumns()}, ${dueResultSql} as due_result),
   counted as (${countDueSql('resolved')})
   ${tellRemindersSql('resolved')}`,
)
