import { toRecords } from '#/kernel/postgres/values/columns.ts'
import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { stampPlans } from '#/slices/appointments/sql.ts'
import { inOrderOfId } from '#/slices/reminders/send/claim/claim-store.ts'
import type { Claim } from '#/slices/reminders/send/claim/sending.ts'
import type { SendRow } from '#/slices/reminders/send/prepare/look-again-store.ts'
import type { Message } from '#/slices/reminders/send/prepare/message.ts'

type Recorded = Pick<Message, 'messageReference'> & {
  readonly rows: readonly Pick<SendRow, 'platformHolderId' | 'id' | 'attempts'>[]
}

/** A row that was recorded as handed over, and by which attempt. */
export type RecordedAttempt = Pick<Claim, 'platformHolderId' | 'id'> & {
  readonly attemptNo: number
  readonly messageReference: string
}

/**
 * Undoes the record that messages were handed over, with the commit, while these attempts are still the latest. Their
 * appointments are marked to be replanned, because an edit meanwhile left these rows alone.
 */
export function withdrawAttempts(tx: Tx, messages: readonly Recorded[]): void {
  const rows = messages.flatMap(({ messageReference, rows }) =>
    rows.map(({ platformHolderId, id, attempts }): RecordedAttempt => ({
      platformHolderId,
      id,
      attemptNo: attempts + 1,
      messageReference,
    })),
  )
  if (rows.length === 0) return
  const values = [toRecords(inOrderOfId(rows))]
  tx.send(lockAppointments, values)
  tx.send(withdrawRows, values)
}

/** Undoes the record of attempts whose worker is gone, with the commit, as far as they still have not left. */
export function withdrawNotLeft(tx: Tx, attempts: readonly RecordedAttempt[]): void {
  const values = [toRecords(inOrderOfId(attempts))]
  tx.send(lockAppointments, values)
  tx.send(withdrawRowsNotLeft, values)
}

/** Of a row `r` whose attempt tells its departure: nothing has left, and nothing can without taking the lease away. */
export const hasNotLeft = `r.state = 'handed_over' and r.lease_until is not null`

const withdrawn = `w as materialized (
  select *
  from json_to_recordset($1::json) as w(platform_holder_id uuid, id uuid, attempt_no smallint, message_reference uuid))`
const attemptOf = `t.platform_holder_id = w.platform_holder_id and t.reminder_id = w.id and t.attempt_no = w.attempt_no and t.message_reference = w.message_reference`

// Appointments before rows, as everybody locks them.
const lockAppointments = statement(
  'lock_withdrawn_appointments',
  `with ${withdrawn}
   select 1 from appointment where (platform_holder_id, id) in (
     select r.platform_holder_id, r.appointment_id
     from w
     join reminder r on r.platform_holder_id = w.platform_holder_id and r.id = w.id
     join reminder_attempt t on ${attemptOf})
   order by id for no key update`,
)

const withdraw = (condition: string) => `with ${withdrawn},
   back as (
     update reminder r set state = 'planned', reason_code = null, run_at = (select tijdig_now()),
       claim_no = r.claim_no + 1,
       attempts = w.attempt_no - 1, channel_tries = greatest(0, r.channel_tries - 1),
       updated_at = (select tijdig_now()),
       told_starts_at = case when w.attempt_no > 1 then r.told_starts_at end,
       handed_over_at = (select max(e.handed_over_at) from reminder_attempt e
         where e.platform_holder_id = w.platform_holder_id and e.reminder_id = w.id and e.attempt_no < w.attempt_no)
     from w
     where r.platform_holder_id = w.platform_holder_id and r.id = w.id and r.attempts = w.attempt_no and ${condition}
       and exists (select 1 from reminder_attempt t where ${attemptOf} and t.state in ('handed_over', 'unknown'))
     returning r.platform_holder_id, r.id, r.appointment_id, r.offset_key, r.is_released),
   gone as (
     delete from reminder_attempt t using w, back where ${attemptOf} and back.id = w.id
     returning t.platform_holder_id, t.message_reference, t.handed_over_at, t.is_counted, t.attempt_no, back.offset_key,
       back.is_released),
   unspent as (
     update reminder_allowance a set handed_over = greatest(0, a.handed_over - g.messages)
     from (select platform_holder_id, substr(offset_key, 7)::uuid as batch_id, count(*)::int as messages from gone
       where offset_key like 'batch:%' and attempt_no = 1 and not is_released group by 1, 2 order by 1, 2) g
     where a.platform_holder_id = g.platform_holder_id and a.batch_id = g.batch_id),
   outdated as (
     ${stampPlans(`'taken back'`)}
     where (u.platform_holder_id, u.id) in (select platform_holder_id, appointment_id from back))
   update reminder_volume v set handed_over = greatest(0, v.handed_over - g.messages)
   from (select platform_holder_id, date_trunc('hour', handed_over_at) as hour, count(distinct message_reference) as messages from gone
         where is_counted group by 1, 2 order by 1, 2) g
   where v.platform_holder_id = g.platform_holder_id and v.hour = g.hour`

// Found by its reference, under which nobody was called, whatever became of the claim meanwhile.
const withdrawRows = statement('withdraw_departures', withdraw(`r.state in ('handed_over', 'unknown')`))
const withdrawRowsNotLeft = statement('withdraw_not_left', withdraw(hasNotLeft))
