import { statement, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import { testInbox } from '#/ports/delivery.ts'
import type { Locale } from '#/locales/locales.ts'

/** The text message that a reply answers: its holder, when it left, and which appointments it was about. */
export type AnsweredMessage = {
  readonly platformHolderId: string
  readonly appointments: readonly { readonly id: string; readonly scheduleRevision: number }[]
  readonly sender: string
  /** Language it was written in. */
  readonly locale: Locale | null
  /** Asked for a yes. */
  readonly isPrompt: boolean
  /** Proposed another time, or told of a cancellation: neither yes nor no is about the time that was told. */
  readonly isOtherwise: boolean
  readonly handedOverAt: Temporal.Instant
}

type Answer = {
  readonly contactKey: Buffer
  /** The number the reply was sent to. */
  readonly reached: string
  /** True when the reply counts even at a number that nobody sends from: it then answers the last message from any. */
  readonly isFromAny: boolean
}

/**
 * The message a contact answers: the last one that left from the number the answer reached and was not refused or lost;
 * null without one. Needs no tenant.
 */
export async function findAnswered(
  tx: Tx,
  { contactKey, reached, isFromAny }: Answer,
): Promise<{ platformHolderId: string; reminderId: string } | null> {
  const [row] = await tx.rows(selectAnswered, [contactKey, reached, isFromAny])
  return row ? { platformHolderId: row.platformHolderId, reminderId: row.reminderId } : null
}

const selectAnswered = statement<{ platformHolderId: string; reminderId: string }>(
  'find_answered_message',
  'select platform_holder_id, reminder_id from find_answered_message($1, $2, $3)',
)

/** The message that a contact answers in the inbox of a test organization: the last one from the number it reached. */
export async function findAnsweredInInbox(
  tx: HolderTx,
  { contactKey, reached }: Pick<Answer, 'contactKey' | 'reached'>,
): Promise<{ platformHolderId: string; reminderId: string } | null> {
  const [row] = await tx.rows(selectAnsweredInInbox, [tx.platformHolderId, testInbox, contactKey, reached])
  return row ? { platformHolderId: tx.platformHolderId, reminderId: row.reminderId } : null
}

// As long as an inbox keeps messages. Attempts to an address are indexed by month (UTC).
const monthOf = (instant: string) => `(select date_trunc('month', (${instant}) at time zone 'UTC')::date)`

const selectAnsweredInInbox = statement<{ reminderId: string }>(
  'find_answered_in_inbox',
  `select reminder_id from reminder_attempt
   where platform_holder_id = $1 and handed_over_month in (${monthOf('tijdig_now()')}, ${monthOf("tijdig_now() - interval '30 days'")})
     and provider = $2
     and destination_key = $3 and channel = 'sms' and sender = $4 and state not in ('failed', 'undelivered')
   order by handed_over_at desc, message_reference desc, reminder_id limit 1`,
)

/**
 * What the last text message of a row was about; one message can speak of several appointments (G27, H3). A mail that went
 * in its place since, perhaps for each by itself, is not what the reply answers (R8).
 */
export async function findAnsweredMessage(
  tx: Tx,
  platformHolderId: string,
  reminderId: string,
): Promise<AnsweredMessage | null> {
  const rows = await tx.rows(selectMessage, [platformHolderId, reminderId])
  const [first] = rows
  if (!first) return null
  return {
    platformHolderId,
    sender: first.sender,
    locale: first.locale,
    appointments: rows.map((row) => ({ id: row.appointmentId, scheduleRevision: row.scheduleRevision })),
    isPrompt: rows.some((row) => row.isPrompt),
    isOtherwise: rows.some((row) => row.isOtherwise),
    handedOverAt: first.handedOverAt,
  }
}

type MessageRow = {
  readonly appointmentId: string
  readonly scheduleRevision: number
  readonly isPrompt: boolean
  readonly isOtherwise: boolean
  readonly sender: string
  readonly locale: Locale | null
  readonly handedOverAt: Temporal.Instant
}
const selectMessage = statement<MessageRow>(
  'select_answered_message',
  `select distinct r.appointment_id, r.schedule_revision, r.kind = 'confirm_prompt' as is_prompt,
     r.offset_key like 'proposal %' or r.offset_key like 'answer:%' or r.kind in ('cancellation', 'postponed', 'delay') as is_otherwise, r.locale, l.sender, l.handed_over_at
   from reminder_attempt l
   join reminder_attempt a on a.message_reference = l.message_reference and a.platform_holder_id = l.platform_holder_id
   join reminder r on r.platform_holder_id = a.platform_holder_id and r.id = a.reminder_id
   where l.platform_holder_id = $1 and l.reminder_id = $2
     and l.attempt_no = (
       select max(attempt_no)
       from reminder_attempt m
       where m.platform_holder_id = $1 and m.reminder_id = $2 and m.channel = 'sms')
   order by r.appointment_id`,
)

/** An appointment at any holder. */
export type Question = { readonly platformHolderId: string; readonly appointmentId: string }

/**
 * The appointments, at any holder and of any person, that a yes from a contact could mean besides those of the message
 * it seems to answer: asked about from the same number in the seven days before, and still open. Where that message
 * asks nothing, having been told of one is enough.
 */
export async function listOtherQuestions(
  tx: Tx,
  message: AnsweredMessage,
  answer: { readonly contactKey: Buffer; readonly at: Temporal.Instant },
): Promise<Question[]> {
  const own = new Set(message.appointments.map((appointment) => appointment.id))
  const rows = await tx.rows(selectQuestions, [answer.contactKey, message.sender, answer.at])
  return rows
    .filter((row) => !own.has(row.appointmentId) && (row.isPrompt || !message.isPrompt))
    .map((row) => ({ platformHolderId: row.platformHolderId, appointmentId: row.appointmentId }))
}

const selectQuestions = statement<{ platformHolderId: string; appointmentId: string; isPrompt: boolean }>(
  'list_open_questions',
  'select platform_holder_id, appointment_id, is_prompt from list_open_questions($1, $2, $3)',
)
