import { statement } from '#/kernel/postgres/db.ts'
import { isOfErased } from '#/slices/deletion-requests/sql.ts'

/** What was sent about their appointments, to whomever. */
export const eraseTestMessages = statement(
  'erase_test_messages_of_entries',
  `delete from test_inbox_message where ${isOfErased}`,
)

/** What was sent to these numbers and addresses, and answered from them. */
export const eraseTestMessagesTo = statement(
  'erase_test_messages_to_contacts',
  `delete from test_inbox_message
   where contact_key in (select decode(k, 'hex') from unnest($1::text[]) k)
     and ($2::uuid is null or $2 = platform_holder_id)`,
)
