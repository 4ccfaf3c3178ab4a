import { statement } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { isOfErased, ownContactKeys } from '#/slices/deletion-requests/sql.ts'
import { oldAppointments } from '#/slices/appointments/sql.ts'
import { mostCopied } from '#/kernel/privacy.ts'
import { changedColumns, tellRemindersSql } from '#/slices/reminders/rows/told-event-store.ts'
import type { Channel } from '#/slices/reminders/words/words.ts'

const oldReminders = `select r.platform_holder_id, r.id
  from reminder r
  join ${oldAppointments} using (platform_holder_id, appointment_id)`

export const eraseReceiptsOfOld = statement(
  'erase_receipts_of_old',
  `delete from delivery_receipt where message_reference in (
     select t.message_reference
     from reminder_attempt t
     where (t.platform_holder_id, t.reminder_id) in (${oldReminders}))`,
)

export const eraseAttemptsOfOld = statement(
  'erase_attempts_of_old',
  `delete from reminder_attempt where (platform_holder_id, reminder_id) in (${oldReminders})`,
)

export const eraseRemindersOfOld = statement(
  'erase_reminders_of_old',
  `delete from reminder
   where (platform_holder_id, appointment_id) in (select platform_holder_id, appointment_id from ${oldAppointments})`,
)

export const withdrawReminders = statement(
  'withdraw_reminders_of_entries',
  `with withdrawn as (
   update reminder r set state = 'suppressed', reason_code = 'recipient_opted_out', run_at = null,
     updated_at = tijdig_now()
   where ${isOfErased} and state in ('planned', 'claimed', 'held')
   returning ${changedColumns()})
   ${tellRemindersSql('withdrawn')}`,
)

export const eraseAttempts = statement(
  'erase_attempts_of_entries',
  `update reminder_attempt t set body = null, destination = null
   where (t.platform_holder_id, t.reminder_id) in (
       select platform_holder_id, id from reminder where ${isOfErased})
     and (t.body is not null or t.destination is not null)`,
)

export const eraseDestinations = statement(
  'erase_destinations_of_entries',
  `update reminder set destination_masked = null, told_place = null
   where ${isOfErased} and (destination_masked is not null or told_place is not null)`,
)

// Messages to the person about appointments that are another's by now, because the source corrected who comes: $1 are
// the keys of the person's contacts, in hex, and $2 one holder or null for all. What goes to a contact that the appointment still has is about its person.
const toFormerPerson = `select t.platform_holder_id, t.reminder_id, t.attempt_no
  from reminder_attempt t
  join reminder r on r.platform_holder_id = t.platform_holder_id and r.id = t.reminder_id
  join appointment a on a.platform_holder_id = r.platform_holder_id and a.id = r.appointment_id
  where t.handed_over_month = any(array(select attempt_months()))
    and t.destination_key = any(array(select decode(k, 'hex') from unnest($1::text[]) k))
    and ($2::uuid is null or $2 = t.platform_holder_id)
    and (t.destination_key in (a.recipient_phone_key, a.recipient_email_key)) is not true`

export const eraseFormerDestinations = statement(
  'erase_destinations_of_former_person',
  `update reminder set destination_masked = null
   where (platform_holder_id, id) in (select platform_holder_id, reminder_id from (${toFormerPerson}) former)
     and destination_masked is not null`,
)

export const eraseFormerAttempts = statement(
  'erase_attempts_of_former_person',
  `update reminder_attempt set body = null, destination = null
   where (platform_holder_id, reminder_id, attempt_no) in (${toFormerPerson})
     and (body is not null or destination is not null)`,
)

export type CopiedMessage = RowOf<typeof copiedMessageColumns> & {
  readonly destinationMasked: string | null
  readonly toldPlace: string | null
  readonly attempts: readonly {
    readonly channel: Channel
    readonly state: string
    /** In ISO 8601, with an offset. */
    readonly handedOverAt: string
    readonly destination: string | null
    readonly sender: string
    readonly body: string | null
  }[]
}

const copiedMessageColumns = columns(
  'reminder',
  'r.appointment_id, r.kind, r.channel, r.state, r.reason_code, r.due_at, r.handed_over_at, r.locale',
)

/**
 * What was planned and sent for the recipient's appointments at one holder, to which the transaction is bound. What was
 * sent about one of them while it was another person's went to a contact of that person, and is not theirs (TEN-6).
 */
export const selectCopiedMessages = statement<CopiedMessage>(
  'export_messages',
  `select ${copiedMessageColumns},
     case when r.schedule_revision = a.schedule_revision or sent.own is not null then r.destination_masked end as destination_masked, r.told_place,
     coalesce(sent.own, '[]') as attempts
   from appointment_of_person a
   join reminder r on r.platform_holder_id = a.platform_holder_id and r.appointment_id = a.id
   cross join lateral (
     select count(*) as attempts, jsonb_agg(jsonb_build_object('channel', t.channel, 'state', t.state, 'handedOverAt', t.handed_over_at,
         'destination', t.destination, 'sender', t.sender, 'body', t.body) order by t.attempt_no)
       filter (where t.destination_key = any(${ownContactKeys})) as own
     from reminder_attempt t where t.platform_holder_id = r.platform_holder_id and t.reminder_id = r.id) sent
   where a.recipient_id = $1 and a.platform_holder_id = $2 and (sent.attempts = 0 or sent.own is not null)
   order by r.due_at desc, r.id limit ${mostCopied}`,
)
