import { statement, type Tx } from '#/kernel/db.ts'
import type { Channel } from './policy.ts'

/** Registered appointments ahead that would be told to a contact, in order of id. Locks nothing. */
export async function listAheadOfContact(
  tx: Tx,
  platformHolderId: string,
  channel: Channel,
  contactKey: Buffer,
): Promise<string[]> {
  const rows = await tx.rows(channel === 'sms' ? selectByPhone : selectByEmail, [platformHolderId, contactKey])
  return rows.map((row) => row.id)
}

const ahead = (name: string, column: string) =>
  statement<{ id: string }>(
    name,
    `select id from appointment
     where platform_holder_id = $1 and ${column} = $2 and starts_at > tijdig_now() and status = 'registered' order by id limit 1000`,
  )
const selectByPhone = ahead('select_ahead_by_phone', 'recipient_phone_key')
const selectByEmail = ahead('select_ahead_by_email', 'recipient_email_key')
