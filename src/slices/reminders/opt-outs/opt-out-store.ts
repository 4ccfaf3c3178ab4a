import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { isErasedSql } from '#/slices/deletion-requests/sql.ts'
import type { Channel } from '#/slices/reminders/words/words.ts'
import { isOptedOutOrErasedSql } from './suppression-store.ts'
import { joinPreferences } from '#/slices/reminders/policy/preferences.ts'

export const replanTask = 'replan-appointment'

/**
 * Enqueues a replan job for each upcoming appointment of a contact, a thousand at most. Locks no appointment.
 *
 * @returns the appointments' ids, in order
 */
export async function replanContact(
  tx: Tx,
  platformHolderId: string,
  channel: Channel,
  contactKey: Buffer,
): Promise<string[]> {
  const rows = await tx.rows(channel === 'sms' ? replanPhone : replanEmail, [platformHolderId, contactKey])
  return rows.map((row) => row.id)
}

// `offset 0` hides the holder from the planner: for one newer than the last statistics it expects no rows, and would
// read all of them.
const replanAhead = (name: string, column: string) =>
  statement<{ id: string }>(
    name,
    `select id, ${addReplanJob('$1::uuid', 'id')} from (
       select a.id from (select $1::uuid as holder, $2::bytea as contact offset 0) wanted
       cross join lateral (select id, status from appointment
                           where platform_holder_id = wanted.holder and ${column} = wanted.contact and starts_at > tijdig_now() offset 0) a
       where a.status = 'registered' order by a.id limit 1000 offset 0) ahead`,
  )
export const replanPhone = replanAhead('replan_ahead_of_phone', 'recipient_phone_key')
export const replanEmail = replanAhead('replan_ahead_of_email', 'recipient_email_key')

/** The same for all appointments of a telephone number at all holders. Needs no tenant. */
export async function replanNumber(tx: Tx, contactKey: Buffer): Promise<void> {
  await tx.rows(replanEverywhere, [contactKey])
}

const replanEverywhere = statement(
  'replan_ahead_of_number',
  `select ${addReplanJob('platform_holder_id', 'appointment_id')} from list_ahead_of_number($1)`,
)

function addReplanJob(holder: string, appointment: string): string {
  return `enqueue_job('${replanTask}', json_build_object('platformHolderId', ${holder}, 'appointmentId', ${appointment}), 'replan ' || ${appointment})`
}

/** Whether a number is closed to a holder, and whether an opt-out of it from all holders was lifted since. */
export async function readSmsList(
  tx: Tx,
  platformHolderId: string,
  contactKey: Buffer,
  since: Temporal.Instant,
): Promise<{ isClosed: boolean; isLiftedEverywhere: boolean }> {
  const [row] = await tx.rows(selectSmsList, [platformHolderId, contactKey, since])
  if (!row) throw new Error('The list of opt-outs answered nothing')
  return { isClosed: row.isClosed, isLiftedEverywhere: row.isLiftedEverywhere }
}

const selectSmsList = statement<{ isClosed: boolean; isLiftedEverywhere: boolean }>(
  'select_sms_list',
  `select ${isOptedOutOrErasedSql('sms', '$2', 'h', 'null')} as is_closed,
     exists (select 1 from suppression_everywhere s
             where s.channel = 'sms' and s.contact_key = $2 and not s.is_active and s.changed_at >= $3) as is_lifted_everywhere
   from platform_holder h where h.platform_holder_id = $1`,
)

/** Switches text messages of the bound holder on in the app of whoever proved to own a number. */
export async function switchSmsOn(
  tx: Tx,
  number: string,
): Promise<{ recipientIds: readonly string[]; isEverywhere: boolean }> {
  const rows = await tx.rows(switchOn, [number])
  return { recipientIds: rows.map((row) => row.recipientId), isEverywhere: rows.some((row) => row.wasOffEverywhere) }
}

const switchOn = statement<{ recipientId: string; wasOffEverywhere: boolean }>(
  'switch_sms_on',
  'select recipient_id, was_off_everywhere from switch_sms_on($1) order by recipient_id',
)

/** Whether the person of an appointment has text messages switched off in the app, or was erased. */
export async function isSmsOff(tx: Tx, platformHolderId: string, appointmentId: string): Promise<boolean> {
  const [row] = await tx.rows(selectSmsOff, [platformHolderId, appointmentId])
  return row?.isOff ?? true
}

const selectSmsOff = statement<{ isOff: boolean }>(
  'select_sms_off',
  `select coalesce(w.preferences->'offChannels' ? 'sms', false)
     or coalesce(w.off_here ? 'sms', false)
     or ${isErasedSql('a', 'a.holder_recipient_id')} as is_off
   from appointment a ${joinPreferences('a.recipient_id', 'a.platform_holder_id')}
   where a.platform_holder_id = $1 and a.id = $2`,
)
