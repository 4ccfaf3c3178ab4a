import { statement, type Tx } from '#/kernel/db.ts'

/** The message a contact saw last: whose it was and which appointments it spoke of. */
export type LastMessage = {
  readonly platformHolderId: string
  readonly appointments: readonly { readonly id: string; readonly scheduleRevision: number }[]
  readonly sender: string
}

/** The holder whose text message was handed over last to a contact; null when none was. Needs no tenant. */
export async function findLastHolder(
  tx: Tx,
  contactKey: Buffer,
): Promise<{ platformHolderId: string; reminderId: string } | null> {
  const [row] = await tx.rows(selectLastTold, [contactKey])
  return row ? { platformHolderId: row.platform_holder_id, reminderId: row.reminder_id } : null
}

/** What the last message of a holder to a contact was about; one message can speak of several appointments (G27). */
export async function findLastMessage(
  tx: Tx,
  platformHolderId: string,
  reminderId: string,
): Promise<LastMessage | null> {
  const rows = await tx.rows(selectLastMessage, [platformHolderId, reminderId])
  const [first] = rows
  if (!first) return null
  return {
    platformHolderId,
    sender: first.sender,
    appointments: rows.map((row) => ({ id: row.appointment_id, scheduleRevision: row.schedule_revision })),
  }
}

const selectLastTold = statement<{ platform_holder_id: string; reminder_id: string }>(
  'find_last_told',
  `select platform_holder_id, reminder_id from find_last_told($1, 'sms')`,
)
const selectLastMessage = statement<{ appointment_id: string; schedule_revision: number; sender: string }>(
  'select_last_message',
  `select distinct r.appointment_id, r.schedule_revision, a.sender
   from reminder_attempt l
   join reminder_attempt a on a.message_reference = l.message_reference and a.platform_holder_id = l.platform_holder_id
   join reminder r on r.platform_holder_id = a.platform_holder_id and r.id = a.reminder_id
   where l.platform_holder_id = $1 and l.reminder_id = $2
     and l.attempt_no = (select max(attempt_no) from reminder_attempt m where m.platform_holder_id = $1 and m.reminder_id = $2)
   order by r.appointment_id`,
)
