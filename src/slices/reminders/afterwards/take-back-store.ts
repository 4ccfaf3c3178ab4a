import { statement, toRecords, type Tx } from '#/kernel/postgres/db.ts'
import { inOrderOfId, type DispatchRow } from '#/slices/reminders/sending/dispatch-store.ts'
import type { Draft } from '#/slices/reminders/sending/prepare.ts'

type Departed = Pick<Draft, 'messageReference'> & { readonly rows: readonly Pick<DispatchRow, 'id' | 'attempts'>[] }

/**
 * Undoes the record that messages were handed over, with the commit, while it is still that of these very attempts. Their
 * appointments count as not planned by the present plan: whoever changed it meanwhile left these rows alone.
 */
export function withdrawDepartures(tx: Tx, platformHolderId: string, drafts: readonly Departed[]): void {
  const rows = drafts.flatMap(({ messageReference, rows }) =>
    rows.map((row) => ({ id: row.id, attemptNo: row.attempts + 1, messageReference: messageReference })),
  )
  if (rows.length === 0) return
  const values = [platformHolderId, toRecords(inOrderOfId(rows))]
  tx.send(lockAppointments, values)
  tx.send(withdrawRows, values)
}

const withdrawn = `w as materialized (
  select $1::uuid as holder, w.* from json_to_recordset($2::json) as w(id uuid, attempt_no smallint, message_reference uuid))`
const attemptOf = `t.platform_holder_id = w.holder and t.reminder_id = w.id and t.attempt_no = w.attempt_no and t.message_reference = w.message_reference`

// Appointments before rows, as everybody locks them.
const lockAppointments = statement(
  'lock_withdrawn_appointments',
  `with ${withdrawn}
   select 1 from appointment where platform_holder_id = $1 and id = any(array(
     select r.appointment_id from w join reminder r on r.platform_holder_id = w.holder and r.id = w.id
     join reminder_attempt t on ${attemptOf}))
   order by id for no key update`,
)

// The reference names the attempt, whatever became of the claim meanwhile: nobody was called under it.
const withdrawRows = statement(
  'withdraw_departures',
  `with ${withdrawn},
   back as (
     update reminder r set state = 'planned', reason_code = null, run_at = (select tijdig_now()), claim_no = r.claim_no + 1,
       attempts = w.attempt_no - 1, channel_tries = greatest(0, r.channel_tries - 1), updated_at = (select tijdig_now()),
       told_starts_at = case when w.attempt_no > 1 then r.told_starts_at end,
       handed_over_at = (select max(e.handed_over_at) from reminder_attempt e
         where e.platform_holder_id = w.holder and e.reminder_id = w.id and e.attempt_no < w.attempt_no)
     from w where r.platform_holder_id = w.holder and r.id = w.id and r.attempts = w.attempt_no and r.state in ('handed_over', 'unknown')
       and exists (select 1 from reminder_attempt t where ${attemptOf} and t.state in ('handed_over', 'unknown'))
     returning r.id, r.appointment_id),
   gone as (
     delete from reminder_attempt t using w, back where ${attemptOf} and back.id = w.id
     returning t.message_reference, t.handed_over_at),
   outdated as (
     update appointment set plan_stamp = 'taken back' where platform_holder_id = $1 and id in (select appointment_id from back))
   update reminder_volume v set handed_over = greatest(0, v.handed_over - g.messages)
   from (select date_trunc('hour', handed_over_at) as hour, count(distinct message_reference) as messages from gone group by 1) g
   where v.platform_holder_id = $1 and v.hour = g.hour`,
)
