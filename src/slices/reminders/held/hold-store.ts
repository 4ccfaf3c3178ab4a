import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { changedColumns, tellRemindersSql } from '#/slices/reminders/rows/told-event-store.ts'

/** Holds unsent rows that would tell the current time of an appointment, with the commit. */
export function holdUnsent(tx: Tx, platformHolderId: string, appointmentId: string): void {
  tx.send(holdRows, [platformHolderId, appointmentId])
}

const inOrder = (condition: string) => `platform_holder_id = $1 and id = any(array(
  select id
  from reminder
  where platform_holder_id = $1 and appointment_id = $2 and ${condition}
  order by id for no key update))
    and ${condition}`
const awaitsNewTime = `state = 'held' and reason_code = 'awaiting_new_time'`

const holdRows = statement(
  'hold_for_new_time',
  `update reminder set state = 'held', reason_code = 'awaiting_new_time', run_at = null, updated_at = tijdig_now()
   where ${inOrder(`state in ('planned', 'claimed') and kind not in ('cancellation', 'postponed') and offset_key not like 'proposal %' and offset_key not like 'answer:%'`)}`,
)

/** Plans held rows again that are still of use, and expires the others, with the commit. */
export function resumeRows(tx: Tx, platformHolderId: string, appointmentId: string): void {
  tx.send(resumeHeld, [platformHolderId, appointmentId])
}

const resumeHeld = statement(
  'resume_held',
  `with resumed as (
   update reminder r set updated_at = tijdig_now(),
     state = case when latest_at < tijdig_now() then 'expired' else 'planned' end,
     reason_code = case when latest_at < tijdig_now() then 'awaiting_new_time' end,
     run_at = case when latest_at < tijdig_now() then null else greatest(due_at, tijdig_now()) end
   where ${inOrder(awaitsNewTime)}
   returning ${changedColumns()})
   ${tellRemindersSql('resumed')}`,
)

export const heldPageSize = 1_000

/**
 * Expires held rows of all holders whose last useful instant passed before the new time came or a human looked at them
 * (G5, G22). Operator work.
 */
export const expireHeldRows = statement(
  'expire_held',
  `with expired as (
   update reminder r set state = 'expired', updated_at = tijdig_now()
   where (platform_holder_id, id) in (
     select platform_holder_id, id
     from reminder
     where held_at is not null and state = 'held' and latest_at < tijdig_now()
     order by latest_at limit ${heldPageSize} for no key update skip locked)
   returning ${changedColumns()}),
   told as (${tellRemindersSql('expired')})
   select 1 as ended from expired order by id`,
)
