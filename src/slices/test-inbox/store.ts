import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { AppError } from '#/kernel/errors.ts'
import { isId } from '#/kernel/ids.ts'
import type { Position } from '#/kernel/page.ts'
import type { Channel } from '#/slices/reminders/reminders.ts'

export type InboxRow = RowOf<typeof inboxColumns> & {
  readonly channel: Channel
  /** The holder's entry of the person it is about; null when it is about none. */
  readonly holderRecipientId: string | null
}

const inboxColumns = columns(
  'test_inbox_message',
  'm.id, m.reference, m.channel, m.is_reply, m.sender, m.destination, m.subject, m.body, m.locale, m.appointment_id, m.created_at',
)

const shownOf = `${inboxColumns}, a.holder_recipient_id
   from test_inbox_message m
   left join appointment a on a.platform_holder_id = m.platform_holder_id and a.id = m.appointment_id`

export type NewInboxMessage = Omit<InboxRow, 'createdAt' | 'holderRecipientId'> & {
  readonly contactKey: Buffer
}

/** Puts a message into the inbox, once for each reference. @returns false when it was there */
export async function putInInbox(tx: HolderTx, message: NewInboxMessage): Promise<boolean> {
  const { id, reference, channel, isReply, sender, destination, contactKey } = message
  const { subject, body, locale, appointmentId } = message
  const values = [
    id,
    reference,
    channel,
    isReply,
    sender,
    destination,
    contactKey,
    subject,
    body,
    locale,
    appointmentId,
  ]
  return (await tx.rows(insertMessage, [tx.platformHolderId, ...values])).length > 0
}

const insertMessage = statement<{ isNew: boolean }>(
  'put_in_test_inbox',
  `insert into test_inbox_message (platform_holder_id, id, reference, channel, is_reply, sender, destination, contact_key,
     subject, body, locale, appointment_id)
   select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
   where exists (select 1 from platform_holder h where h.platform_holder_id = $1 and h.is_test)
   on conflict (platform_holder_id, reference) do nothing
   returning true as is_new`,
)

/** When a message came in; null when it did not. */
export async function findInInbox(tx: HolderTx, reference: string): Promise<{ createdAt: Temporal.Instant } | null> {
  const [row] = await tx.rows(selectByReference, [tx.platformHolderId, reference])
  return row ?? null
}

const selectByReference = statement<{ createdAt: Temporal.Instant }>(
  'find_in_test_inbox',
  'select created_at from test_inbox_message where platform_holder_id = $1 and reference = $2',
)

/** The newest messages, the last first. @param after the position of the last one before */
export function listInbox(tx: HolderTx, after: Position | null, limit: number): Promise<InboxRow[]> {
  return tx.rows(selectInbox, [tx.platformHolderId, after?.[0] ?? null, limit])
}

const selectInbox = statement<InboxRow>(
  'list_test_inbox',
  `select ${shownOf}
   where m.platform_holder_id = $1 and ($2::uuid is null or m.id < $2::uuid)
   order by m.id desc limit $3`,
)

/** @throws AppError NOT_FOUND when there is no such message */
export async function getInboxMessage(tx: HolderTx, id: string): Promise<InboxRow> {
  const [row] = isId(id) ? await tx.rows(selectMessage, [tx.platformHolderId, id]) : []
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectMessage = statement<InboxRow>(
  'select_test_inbox_message',
  `select ${shownOf}
   where m.platform_holder_id = $1 and m.id = $2`,
)
