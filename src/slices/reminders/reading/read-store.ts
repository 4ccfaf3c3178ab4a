import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { AppError } from '#/kernel/errors.ts'
import type { Position } from '#/kernel/page.ts'
import { rememberedLocaleSql } from '#/slices/appointments/sql.ts'
import type { Locale } from '#/messages/catalogues/locales.ts'
import type { Channel } from '#/slices/reminders/words/words.ts'
import { joinPreferences } from '#/slices/reminders/policy/preferences.ts'

export type ReminderRow = RowOf<typeof reminderColumns> & {
  readonly locale: Locale | null
  /** Built as JSON in the database, so that one page is one query; instants are texts there. */
  readonly attemptsMade: readonly {
    readonly attemptNo: number
    readonly channel: Channel
    readonly state: 'handed_over' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'unknown'
    readonly handedOverAt: string
    readonly provider: string
    readonly providerCode: string | null
    readonly receipts: readonly {
      readonly state: 'sent' | 'delivered' | 'undelivered' | 'failed'
      readonly at: string
      readonly code: string
    }[]
  }[]
  /** The last reply to it that staff have to see to, as JSON from the database. */
  readonly reply: { readonly meaning: 'declined' | 'other'; readonly at: string } | null
}

const reminderColumns = columns(
  'reminder',
  `r.id, r.kind, r.offset_key, r.channel, r.due_at, r.state, r.reason_code, r.locale, r.template_version, r.segments, r.encoding,
     r.schedule_revision, r.destination_masked, r.created_at, r.updated_at`,
)

/** Whom the reminders of an appointment are for, as it is now. */
export type WhomRow = {
  readonly holderRecipientId: string
  readonly scheduleRevision: number
  readonly email: string | null
  readonly phone: string | null
  /** The most wanted first. */
  readonly locales: readonly (string | null)[]
}

/**
 * Newest schedule revision first, then by due instant; one row more than the page.
 *
 * @throws AppError NOT_FOUND when there is no such appointment
 */
export async function listReminderRows(
  tx: Tx,
  platformHolderId: string,
  appointmentId: string,
  after: Position | null,
  size: number,
) {
  const whom = tx.rows(selectWhom, [platformHolderId, appointmentId])
  const rows = tx.rows(selectReminders, [
    platformHolderId,
    appointmentId,
    size + 1,
    after?.[0] ?? null,
    after?.[1] ?? null,
    after?.[2] ?? null,
  ])
  const [appointment] = await whom
  if (!appointment) throw new AppError('NOT_FOUND')
  return { rows: await rows, appointment }
}

const selectWhom = statement<WhomRow>(
  'select_whom_to_remind',
  `select a.holder_recipient_id, a.schedule_revision, a.recipient_email as email, a.recipient_phone as phone,
     array[w.locale, ${rememberedLocaleSql('a')}, h.default_locale] as locales
   from appointment a
   join platform_holder h on h.platform_holder_id = a.platform_holder_id ${joinPreferences('a.recipient_id', 'a.platform_holder_id')}
   where a.platform_holder_id = $1 and a.id = $2`,
)

const selectReminders = statement<ReminderRow>(
  'select_reminders',
  `select ${reminderColumns},
     coalesce((
       select json_agg(json_build_object('attemptNo', t.attempt_no, 'channel', t.channel, 'state', t.state,
                'handedOverAt', t.handed_over_at, 'provider', t.provider, 'providerCode', t.provider_code,
                'receipts', coalesce((
                  select json_agg(json_build_object('state', e.state, 'at', coalesce(e.provider_at, e.received_at), 'code', e.provider_code)
                                  order by e.received_at, e.id)
                  from delivery_receipt e where e.message_reference = t.message_reference), '[]'::json))
              order by t.attempt_no)
       from reminder_attempt t where t.platform_holder_id = r.platform_holder_id and t.reminder_id = r.id), '[]'::json) as attempts_made,
     (select json_build_object('meaning', case when r.kind in ('cancellation', 'postponed', 'delay') or r.offset_key like 'proposal %' or r.offset_key like 'answer:%' then 'other' else i.meaning end, 'at', i.received_at)
     from inbound_sms i
      where i.platform_holder_id = r.platform_holder_id and i.reminder_id = r.id and i.meaning in ('declined', 'other')
      order by i.received_at desc limit 1) as reply
   from reminder r
   where r.platform_holder_id = $1 and r.appointment_id = $2
     and ($4::text is null or r.schedule_revision < $4::int or (r.schedule_revision = $4::int and (r.due_at, r.id) > ($5::timestamptz, $6::uuid)))
   order by r.schedule_revision desc, r.due_at, r.id limit $3`,
)
