import { statement, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import type { Reply } from '#/messages/replies/parse-reply.ts'
import { rememberedLocaleSql } from '#/slices/appointments/sql.ts'
import { joinPreferences, type ReplyMail } from '#/slices/reminders/reminders.ts'

export type NewInbound = {
  readonly id: string
  readonly provider: string
  readonly providerMessageId: string
  readonly senderKey: Buffer
  readonly sender: string
  readonly recipient: string
  readonly body: string
  readonly meaning: Reply
  /** Holder, reminder and appointment of the message it answers; all null for a number nobody wrote to. */
  readonly platformHolderId: string | null
  readonly reminderId: string | null
  readonly appointmentId: string | null
  /** Null while it is to be handled. */
  readonly outcome: InboundOutcome | null
}

/** What became of an inbound message: answers nobody, done as it said, shown to staff, or waiting for staff to reach. */
export type InboundOutcome = 'nobody' | 'done' | 'told_staff' | 'unread'

/** Stores a message that came in. @returns false when it came before */
export async function insertInbound(tx: Tx, inbound: NewInbound): Promise<boolean> {
  const rows = await tx.rows(insertInboundSms, [
    inbound.id,
    inbound.provider,
    inbound.providerMessageId,
    inbound.senderKey,
    inbound.sender,
    inbound.recipient,
    inbound.body,
    inbound.meaning,
    inbound.platformHolderId,
    inbound.reminderId,
    inbound.appointmentId,
    inbound.outcome,
  ])
  return rows.length > 0
}

const insertInboundSms = statement<{ isNew: boolean }>(
  'insert_inbound_sms',
  `insert into inbound_sms (id, provider, provider_message_id, sender_key, sender, recipient, body, meaning, platform_holder_id, reminder_id, appointment_id, outcome)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (provider, provider_message_id) do nothing
   returning true as is_new`,
)

/** A message that is still to be handled, with the present instant; undefined once it has been. */
export async function findOpenInbound(tx: HolderTx, inboundId: string): Promise<OpenInbound | undefined> {
  const [row] = await tx.rows(selectOpenInbound, [tx.platformHolderId, inboundId])
  return row
}

type OpenInbound = RowOf<typeof openInboundColumns> & {
  readonly now: Temporal.Instant
}

const openInboundColumns = columns('inbound_sms', 'meaning, reminder_id, sender_key, received_at')

const selectOpenInbound = statement<OpenInbound>(
  'select_open_inbound',
  `select ${openInboundColumns}, tijdig_now() as now from inbound_sms
   where platform_holder_id = $1 and id = $2 and outcome is null and handled_at is null`,
)

/** Notes what became of a message, with the commit. @param platformHolderId null for one that answers none of ours */
export function settleInbound(
  tx: Tx,
  platformHolderId: string | null,
  inboundId: string,
  outcome: InboundOutcome,
): void {
  tx.send(updateOutcome, [platformHolderId, inboundId, outcome])
}

const updateOutcome = statement(
  'settle_inbound',
  `update inbound_sms set outcome = $3,
     handled_at = case when $3 = 'told_staff' then handled_at else coalesce(handled_at, tijdig_now()) end
   where platform_holder_id is not distinct from $1::uuid and id = $2`,
)

/** A claimed message that answers none of ours. */
export type UnmatchedRow = {
  readonly meaning: Reply
  readonly receivedAt: Temporal.Instant
  readonly sender: string | null
  readonly senderKey: Buffer
  readonly recipient: string | null
}

export type FollowUpRow = UnmatchedRow & {
  readonly appointmentId: string
  readonly scheduleRevision: number
  /** Registered, and it has not begun. */
  readonly isAhead: boolean
  readonly displayName: string
  readonly isTest: boolean
  /** Somebody else with an appointment ahead at the holder has the same number. */
  readonly isHousehold: boolean
  /** The most wanted first. */
  readonly locales: readonly (string | null)[]
}

/** Claims an inbound message, to answer it; null when it was claimed before. */
export async function claimFollowUp(tx: HolderTx, inboundId: string): Promise<FollowUpRow | null> {
  const [row] = await tx.rows(claimInbound, [tx.platformHolderId, inboundId])
  return row ?? null
}

const claimInbound = statement<FollowUpRow>(
  'claim_inbound_follow_up',
  `update inbound_sms i set handled_at = tijdig_now()
   from appointment a
   join platform_holder h using (platform_holder_id) ${joinPreferences('a.recipient_id', 'a.platform_holder_id')}
   where i.id = $2
     and i.platform_holder_id = $1
     and i.handled_at is null
     and a.platform_holder_id = $1
     and a.id = i.appointment_id
   returning i.meaning, i.received_at, i.sender, i.sender_key, i.recipient, a.id as appointment_id,
     a.schedule_revision, a.status = 'registered' and a.starts_at > tijdig_now() as is_ahead, h.display_name, h.is_test,
     exists (
       select 1 from appointment o
       where o.platform_holder_id = a.platform_holder_id and o.recipient_phone_key = i.sender_key
         and o.starts_at > tijdig_now() and o.status = 'registered'
         and o.holder_recipient_id <> a.holder_recipient_id) as is_household,
     array[w.locale, ${rememberedLocaleSql('a')}, h.default_locale] as locales`,
)

/** The same for a message that answers none of ours. */
export async function claimUnmatched(tx: Tx, inboundId: string): Promise<UnmatchedRow | null> {
  const [row] = await tx.rows(claimUnmatchedInbound, [inboundId])
  return row ?? null
}

const claimUnmatchedInbound = statement<UnmatchedRow>(
  'claim_unmatched_inbound',
  `update inbound_sms set handled_at = tijdig_now()
   where id = $1 and platform_holder_id is null and handled_at is null and outcome is null
   returning meaning, received_at, sender, sender_key, recipient`,
)

export async function releaseFollowUp(tx: Tx, platformHolderId: string | null, inboundId: string): Promise<void> {
  await tx.rows(releaseInbound, [platformHolderId, inboundId])
}

const releaseInbound = statement(
  'release_inbound_follow_up',
  'update inbound_sms set handled_at = null where platform_holder_id is not distinct from $1::uuid and id = $2',
)

/** What staff are told about a reply that concerns one of their appointments. */
export type ReplySubject = {
  readonly startsAt: Temporal.Instant
  readonly timezone: string
  readonly displayName: string
  readonly isTest: boolean
  readonly defaultLocale: string
  readonly replyMail: ReplyMail
  /** The reply, where it was an answer to this holder's message; else it is not theirs to read. */
  readonly body: string | null
  readonly outcome: InboundOutcome | null
  readonly meaning: Reply | null
  readonly receivedAt: Temporal.Instant | null
  /** The key of the number it came from: by the message, or by what told this holder's own person of the appointment. */
  readonly senderKey: Buffer | null
  /** The appointment had begun or ended when the reply came. */
  readonly isPast: boolean
  readonly now: Temporal.Instant
}

export async function findReplySubject(
  tx: Tx,
  subject: { platformHolderId: string; appointmentId: string; inboundId: string },
): Promise<ReplySubject | null> {
  const [row] = await tx.rows(selectReplySubject, [subject.platformHolderId, subject.appointmentId, subject.inboundId])
  return row ?? null
}

const selectReplySubject = statement<ReplySubject>(
  'select_reply_subject',
  `select a.starts_at, a.timezone, h.display_name, h.is_test, h.default_locale, p.reply_mail,
     i.body, i.outcome, i.meaning, i.received_at,
     coalesce(i.sender_key, a.recipient_phone_key) as sender_key,
     a.status <> 'registered' or a.starts_at <= coalesce(i.received_at, clock.now) as is_past, clock.now
   from (select tijdig_now() as now) clock
   cross join appointment a
   join platform_holder h using (platform_holder_id)
   join reminder_policy p using (platform_holder_id)
   left join inbound_sms i on i.platform_holder_id = a.platform_holder_id and i.id = $3
   where a.platform_holder_id = $1 and a.id = $2`,
)
