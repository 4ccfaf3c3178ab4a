import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { findSmsAlphabet } from '#/slices/reminders/reminders.ts'
import type { OwnContacts } from './check-words.ts'

/** Of the organization that answers. */
export type Answering = OwnContacts & {
  readonly displayName: string
  readonly defaultLocale: string
  readonly smsAlphabet: 'natural' | 'plain_latin'
}

export async function readOwnContacts(tx: HolderTx): Promise<Answering> {
  const [smsAlphabet, [row]] = await Promise.all([findSmsAlphabet(tx), tx.rows(selectOwn, [tx.platformHolderId])])
  if (!row) throw new Error('The bound holder is there')
  return { ...row, smsAlphabet }
}

const selectOwn = statement<Omit<Answering, 'smsAlphabet'>>(
  'select_own_contacts_of_answers',
  `select display_name, default_locale, website_url, whatsapp_number as phone_number,
     communication_inbox_email as inbox_email
   from platform_holder where platform_holder_id = $1`,
)

/** How often a reply was answered. */
export async function countAnswers(tx: HolderTx, replyId: string): Promise<number> {
  const [counted] = await tx.rows(count, [tx.platformHolderId, replyId])
  return counted?.answers ?? 0
}

const count = statement<{ answers: number }>(
  'count_reply_answers',
  `select count(*)::int as answers from reply_answer where platform_holder_id = $1 and reply_id = $2`,
)

export type NewAnswer = Omit<RowOf<typeof answerColumns>, 'platformHolderId'>

const answerColumns = columns(
  'reply_answer',
  'platform_holder_id, id, reply_id, appointment_id, template, body, answered_by',
)

/** Stores an answer with the commit. */
export function insertAnswer(tx: HolderTx, answer: NewAnswer): void {
  const { id, replyId, appointmentId, template, body, answeredBy } = answer
  tx.send(insert, [tx.platformHolderId, id, replyId, appointmentId, template, body, answeredBy])
}

const insert = statement(
  'insert_reply_answer',
  `insert into reply_answer (${answerColumns}) values ($1, $2, $3, $4, $5, $6, $7)`,
)
