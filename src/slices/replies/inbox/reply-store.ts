import type { Position } from '#/kernel/page.ts'
import { AppError } from '#/kernel/errors.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { rememberedLocaleSql } from '#/slices/appointments/sql.ts'
import { isErasedSql } from '#/slices/deletion-requests/sql.ts'
import { joinPreferences, type ReasonCode, type ReminderState } from '#/slices/reminders/reminders.ts'
import type { AnswerTemplate } from './reply-view.ts'

/** A reply as staff see it; lists are built as JSON in the database, so that a page is one query, with instants as texts. */
export type ReplyRow = RowOf<typeof replyColumns> & {
  readonly body: string | null
  readonly sender: string | null
  readonly assignedName: string | null
  /** Staff found the number to be somebody else's, at this reply or another one from it. */
  readonly isOfWrongNumber: boolean
  readonly people: readonly {
    readonly appointmentId: string
    readonly holderRecipientId: string
    readonly displayName: string
    readonly startsAt: string
    readonly timezone: string
    readonly locale: string
    readonly wasAsked: boolean
  }[]
  readonly earlier: readonly { readonly receivedAt: string; readonly text: string }[]
  readonly answers: readonly {
    readonly id: string
    readonly template: AnswerTemplate | null
    readonly text: string | null
    readonly byName: string | null
    readonly answeredAt: string
    readonly state: ReminderState | null
    readonly reasonCode: ReasonCode | null
  }[]
}

const replyColumns = columns(
  'reply',
  'r.id, r.inbound_id, r.appointment_id, r.sender_key, r.received_at, r.reason, r.state, r.assigned_to, r.version',
)

/** Most people, earlier messages and answers that are shown with a reply. */
export const shownMax = 10

// A message of this holder alone: the text that went to another one is not theirs to read.
const ofInbound = `left join inbound_sms i on i.platform_holder_id = r.platform_holder_id and i.id = r.inbound_id`

// Whose the number is, from a week before on, and whom the message was to that it answers.
const people = `left join lateral (
    select json_agg(json_build_object('appointmentId', p.id, 'holderRecipientId', p.holder_recipient_id, 'displayName', p.recipient_name, 'startsAt', p.starts_at,
        'timezone', p.timezone, 'locale', p.locale, 'wasAsked', p.was_asked)
      order by p.was_asked desc, p.starts_at, p.id) as people,
      min(p.recipient_phone) as phone
    from (
      select a.id, a.holder_recipient_id, a.recipient_name, a.starts_at, a.timezone, a.recipient_phone,
        coalesce(w.locale, ${rememberedLocaleSql('a')}, h.default_locale) as locale,
        exists (
          select 1 from reminder o
          join reminder_attempt m on m.platform_holder_id = o.platform_holder_id and m.reminder_id = o.id
          where o.platform_holder_id = a.platform_holder_id and o.appointment_id = a.id
            and m.channel = 'sms' and m.destination_key = r.sender_key and m.state not in ('failed', 'undelivered')
            and m.handed_over_at between r.received_at - interval '7 days' and r.received_at) as was_asked
      from (
        select r.appointment_id as id
        union
        (select n.id from appointment n
         where n.platform_holder_id = r.platform_holder_id and n.recipient_phone_key = r.sender_key
           and n.starts_at > r.received_at - interval '7 days' and n.status = 'registered'
         order by n.starts_at, n.id limit ${shownMax})) known
      join appointment a on a.platform_holder_id = r.platform_holder_id and a.id = known.id
      join platform_holder h on h.platform_holder_id = a.platform_holder_id
      ${joinPreferences('a.recipient_id', 'a.platform_holder_id')}
      where not ${isErasedSql('a', 'a.holder_recipient_id')}
      order by a.id = r.appointment_id desc, a.starts_at, a.id limit ${shownMax}) p) them on true`

const earlier = `coalesce((
    select json_agg(json_build_object('receivedAt', e.received_at, 'text', e.body) order by e.received_at desc, e.id)
    from (
      select id, received_at, body from inbound_sms
      where platform_holder_id = r.platform_holder_id and sender_key = r.sender_key and body is not null
        and received_at <= r.received_at and received_at > r.received_at - interval '30 days' and id <> r.inbound_id
      order by received_at desc, id limit ${shownMax}) e), '[]'::json)`

const answers = `coalesce((
    select json_agg(json_build_object('id', w.id, 'template', w.template, 'text', w.body, 'byName', coalesce(s.name, s.email),
        'answeredAt', w.answered_at, 'state', o.state, 'reasonCode', o.reason_code) order by w.answered_at, w.id)
    from reply_answer w
    left join staff_member s on s.platform_holder_id = w.platform_holder_id and s.id = w.answered_by
    left join reminder o on o.platform_holder_id = w.platform_holder_id and o.appointment_id = w.appointment_id
      and o.offset_key = 'answer:' || w.id
    where w.platform_holder_id = r.platform_holder_id and w.reply_id = r.id), '[]'::json)`

/** A page of replies, with all that is shown beside each. */
const shown = (page: string) => `
  select ${replyColumns}, i.body, coalesce(i.sender, them.phone) as sender, coalesce(s.name, s.email) as assigned_name,
    exists (
      select 1 from reply n
      where n.platform_holder_id = r.platform_holder_id and n.sender_key = r.sender_key and n.is_wrong_number
    ) as is_of_wrong_number,
    coalesce(them.people, '[]'::json) as people, ${earlier} as earlier, ${answers} as answers
  from (${page}) r ${ofInbound}
  left join staff_member s on s.platform_holder_id = r.platform_holder_id and s.id = r.assigned_to
  ${people}
  order by r.received_at desc, r.id desc`

/** Whose data a reply shows. */
export function subjectsOf({ id, people: shownPeople }: ReplyRow): string[] {
  return [id, ...shownPeople.flatMap((one) => [one.appointmentId, one.holderRecipientId])]
}

/** @throws AppError NOT_FOUND */
export async function getReply(tx: HolderTx, id: string): Promise<ReplyRow> {
  const [row] = await tx.rows(selectReply, [tx.platformHolderId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectReply = statement<ReplyRow>(
  'select_reply',
  shown('select * from reply where platform_holder_id = $1 and id = $2'),
)

export type ReplyFilter = {
  readonly state: 'open' | 'handled' | null
  /** Taken by this member of staff, or by nobody; null for whoever. */
  readonly assignedTo: string | 'nobody' | null
  readonly from: Temporal.Instant | null
  readonly to: Temporal.Instant | null
}

/** Newest first, one row more than the page. */
export async function listReplies(
  tx: HolderTx,
  { state, assignedTo, from, to }: ReplyFilter,
  after: Position | null,
  size: number,
): Promise<ReplyRow[]> {
  const values = [
    tx.platformHolderId,
    assignedTo === 'nobody' ? null : assignedTo,
    assignedTo === 'nobody',
    from ?? '-infinity',
    to ?? 'infinity',
    after?.[0] ?? 'infinity',
    after?.[1] ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ]
  const select = size < rowsOfPage[0] ? selectPages[0] : selectPages[1]
  const rows = await (state === null ? tx.rows(select.all, values) : tx.rows(select.ofState, [...values, state]))
  return rows.slice(0, size + 1)
}

// A limit that the planner does not know makes it plan each page anew, which takes longer than reading it.
const rowsOfPage = [26, 101] as const

// Bounds that are not given come as the widest: behind `is null or`, and behind a function that PostgreSQL does not know to
// be leakproof, such as `coalesce`, row-level security keeps them out of the index.
const page = (rows: number, where: string) => `
  select * from reply
  where platform_holder_id = $1 ${where}
    and ($2::uuid is null or assigned_to = $2) and (not $3::boolean or assigned_to is null)
    and received_at >= $4 and received_at < $5 and (received_at, id) < ($6, $7)
  order by received_at desc, id desc limit ${rows}`
const selectPagesOf = (rows: number) => ({
  all: statement<ReplyRow>(`list_replies_${rows}`, shown(page(rows, ''))),
  ofState: statement<ReplyRow>(`list_replies_of_state_${rows}`, shown(page(rows, 'and state = $8'))),
})
const selectPages = [selectPagesOf(rowsOfPage[0]), selectPagesOf(rowsOfPage[1])] as const

/** How many replies nobody has seen to. */
export async function countOpenReplies(tx: HolderTx): Promise<number> {
  const [counted] = await tx.rows(countOpen, [tx.platformHolderId])
  return counted?.replies ?? 0
}

const countOpen = statement<{ replies: number }>(
  'count_open_replies',
  `select count(*)::int as replies from reply where platform_holder_id = $1 and state = 'open'`,
)

export type LockedReply = RowOf<typeof lockedColumns>

const lockedColumns = columns('reply', 'id, sender_key, received_at, state, assigned_to, version')

/** The reply, so that nobody else changes or answers it until the transaction ends. @throws AppError NOT_FOUND */
export async function lockReply(tx: HolderTx, id: string): Promise<LockedReply> {
  const [row] = await tx.rows(selectForUpdate, [tx.platformHolderId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectForUpdate = statement<LockedReply>(
  'select_reply_for_update',
  `select ${lockedColumns} from reply where platform_holder_id = $1 and id = $2 for no key update`,
)

/** Writes who sees to a reply and whether it is seen to, with the commit; its version stays where nothing is new. */
export function changeReply(
  tx: HolderTx,
  { id, state, assignedTo }: Pick<LockedReply, 'id' | 'state' | 'assignedTo'>,
): void {
  tx.send(change, [tx.platformHolderId, id, state, assignedTo])
}

const change = statement(
  'change_reply',
  `update reply set state = $3, assigned_to = $4, version = version + 1, updated_at = tijdig_now()
   where platform_holder_id = $1 and id = $2 and (state <> $3 or assigned_to is distinct from $4)`,
)

/** Notes at a reply that its number is not the person's, or takes that back at all replies from it, with the commit. */
export function noteWrongNumber(tx: HolderTx, { id, senderKey }: LockedReply, isWrong: boolean): void {
  tx.send(writeWrongNumber, [tx.platformHolderId, id, senderKey, isWrong])
}

const writeWrongNumber = statement(
  'write_wrong_number',
  `update reply set is_wrong_number = $4 and id = $2, version = version + (id = $2)::int, updated_at = tijdig_now()
   where platform_holder_id = $1 and sender_key = $3 and is_wrong_number <> ($4 and id = $2)`,
)

export type NewReply = {
  readonly inboundId: string
  readonly appointmentId: string
  readonly senderKey: Buffer
  readonly receivedAt: Temporal.Instant
  readonly reason: ReplyRow['reason']
}

/** Lists a reply for staff with the commit; once, however often it is told. */
export function insertReply(tx: HolderTx, reply: NewReply): void {
  const { inboundId, appointmentId, senderKey, receivedAt, reason } = reply
  tx.send(insert, [tx.platformHolderId, inboundId, appointmentId, senderKey, receivedAt, reason])
}

const insert = statement(
  'insert_reply',
  `insert into reply (platform_holder_id, inbound_id, appointment_id, sender_key, received_at, reason)
   values ($1, $2, $3, $4, $5, $6) on conflict (platform_holder_id, inbound_id) do nothing`,
)
