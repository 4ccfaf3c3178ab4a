import { statement, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import { joinType } from '#/slices/appointment-types/sql.ts'
import { placeSql } from '#/slices/appointment-facts/appointment-facts.ts'
import { isErasedSql } from '#/slices/deletion-requests/sql.ts'
import type { MessageKind } from '#/messages/message-input.ts'

/** One appointment that a message told of, as it was told and as it stands now. */
export type ToldAppointment = {
  readonly appointmentId: string
  readonly kind: MessageKind
  readonly locale: string | null
  readonly toldStartsAt: Temporal.Instant
  readonly toldRevision: number
  readonly status: string
  readonly scheduleRevision: number
  readonly confirmedRevision: number | null
  readonly awaitsNewTime: boolean
  readonly startsAt: Temporal.Instant
  readonly timezone: string
  readonly place: string | null
  /** The names of the type, when it is marked smsSafe. */
  readonly safeName: Readonly<Record<string, string>> | null
  /** Whose it is, to tell whether a message is of several people. */
  readonly holderRecipientId: string
  readonly isLinked: boolean
  readonly holderName: string
  readonly isTest: boolean
  readonly holderPhone: string
  readonly holderWebsite: string
  readonly now: Temporal.Instant
}

/** The holder of a message; null when there is no such message. Needs no tenant. */
export async function findHolderOfMessage(tx: Tx, messageReference: string): Promise<string | null> {
  const [row] = await tx.rows(selectHolder, [messageReference])
  return row?.platformHolderId ?? null
}

const selectHolder = statement<{ platformHolderId: string }>(
  'find_holder_of_message',
  'select platform_holder_id from find_attempt_holders($1) limit 1',
)

/**
 * What a message of a holder told, in the order in which appointments are locked; nothing once the last of them began
 * more than a day ago, it is somebody else's, or its person was erased.
 */
export async function listTold(tx: HolderTx, messageReference: string): Promise<ToldAppointment[]> {
  return tx.rows(selectTold, [tx.platformHolderId, messageReference])
}

const selectTold = statement<ToldAppointment>(
  'list_told_of_message',
  `select * from (
     select a.id as appointment_id, case when r.offset_key like 'proposal %' then 'proposal' else r.kind end as kind,
       r.locale, r.told_starts_at, r.schedule_revision as told_revision, a.status, a.schedule_revision,
       a.confirmed_revision, a.awaits_new_time, a.starts_at, a.timezone, a.holder_recipient_id,
       a.recipient_id is not null as is_linked,
       ${placeSql()} as place,
       case when t.sms_safe then t.name end as safe_name,
       h.display_name as holder_name, h.is_test, h.whatsapp_number as holder_phone, h.website_url as holder_website, clock.now,
       max(r.told_starts_at) over () as last_start
     from (select tijdig_now() as now) clock
     cross join reminder_attempt m
     join reminder r on r.platform_holder_id = m.platform_holder_id and r.id = m.reminder_id
     join appointment a on a.platform_holder_id = r.platform_holder_id and a.id = r.appointment_id
     join platform_holder h on h.platform_holder_id = a.platform_holder_id and h.status <> 'deleted'
     ${joinType('a', 'a.appointment_type_id')}
     where m.platform_holder_id = $1 and m.message_reference = $2 and r.told_starts_at is not null
       and not ${isErasedSql('a', 'a.holder_recipient_id')}) told
   where now < last_start + interval '24 hours'
   order by appointment_id limit 100`,
)

/** The number a text message of a holder went to; null for a mail, for one that went to an inbox, and once it has been erased. */
export async function findDestination(tx: HolderTx, messageReference: string): Promise<string | null> {
  const [row] = await tx.rows(selectDestination, [tx.platformHolderId, messageReference])
  return row?.destination ?? null
}

const selectDestination = statement<{ destination: string }>(
  'find_destination_of_message',
  `select destination from reminder_attempt
   where platform_holder_id = $1 and message_reference = $2 and channel = 'sms' and provider <> 'test_inbox'
     and destination is not null limit 1`,
)
