import { statement } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { isOfErased, ownContactKeys } from '#/slices/deletion-requests/sql.ts'
import { mostCopied } from '#/kernel/privacy.ts'

/** Replies about their appointments, from any number: the source may have corrected it since. */
export const eraseReplies = statement(
  'erase_replies_about_appointments',
  `update inbound_sms set body = null, sender = null, recipient = null
   where ${isOfErased} and body is not null`,
)

/** Replies by SMS from these numbers. */
export const eraseInbound = statement(
  'erase_inbound_of_recipient',
  `update inbound_sms set body = null, sender = null, recipient = null
   where sender_key in (select decode(k, 'hex') from unnest($1::text[]) k)
     and ($2::uuid is null or $2 = platform_holder_id)
     and body is not null`,
)

export type CopiedReply = RowOf<typeof copiedReplyColumns> & {
  readonly body: string
}

const copiedReplyColumns = columns(
  'inbound_sms',
  'i.platform_holder_id, i.appointment_id, i.received_at, i.sender, i.recipient, i.body',
)

/**
 * Text messages that came in about the recipient's appointments at the holder to which the transaction is bound, and those
 * about no appointment that came from their own number since it is theirs. A number may be shared, and an appointment may have been another person's before: what came from it about
 * somebody else's appointment, and from another person's number, is not theirs (TEN-6).
 */
export const selectCopiedReplies = statement<CopiedReply>(
  'export_own_replies',
  `select ${copiedReplyColumns}
   from inbound_sms i
   where i.body is not null and i.platform_holder_id = $2 and (
     i.appointment_id is null and i.sender_key = $3::bytea and i.received_at >= (select own_number_since())
     or i.sender_key = any(${ownContactKeys}) and exists (
       select 1 from appointment_of_person a
       where a.recipient_id = $1 and a.platform_holder_id = i.platform_holder_id and a.id = i.appointment_id))
   order by i.received_at desc, i.id limit ${mostCopied}`,
)

/** Those that answered nobody, from the number with this key: theirs, since it is. */
export const selectUnmatchedReplies = statement<CopiedReply>(
  'export_own_unmatched_replies',
  `select ${copiedReplyColumns} from own_unmatched_replies($1) i
   where i.body is not null order by i.received_at desc, i.id limit ${mostCopied}`,
)

/** Nobody has to see to what was erased. Those about their appointments: */
export const closeReplies = statement(
  'close_replies_about_appointments',
  `update reply set state = 'handled', version = version + 1, updated_at = tijdig_now()
   where ${isOfErased} and state = 'open'`,
)

/** And those from these numbers. */
export const closeRepliesOfNumber = statement(
  'close_replies_of_number',
  `update reply set state = 'handled', version = version + 1, updated_at = tijdig_now()
   where sender_key in (select decode(k, 'hex') from unnest($1::text[]) k)
     and ($2::uuid is null or $2 = platform_holder_id)
     and state = 'open'`,
)

/** What staff answered about their appointments. */
export const eraseAnswers = statement(
  'erase_reply_answers',
  `update reply_answer set body = null where ${isOfErased} and body is not null`,
)

/** What staff answered to these numbers. */
export const eraseAnswersToNumber = statement(
  'erase_reply_answers_to_number',
  `update reply_answer w set body = null
   from reply r
   where r.sender_key in (select decode(k, 'hex') from unnest($1::text[]) k)
     and ($2::uuid is null or $2 = r.platform_holder_id)
     and w.platform_holder_id = r.platform_holder_id and w.reply_id = r.id and w.body is not null`,
)
