import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columnsInMessages, type FactsInMessages } from '#/slices/appointment-facts/appointment-facts.ts'
import { joinType } from '#/slices/appointment-types/sql.ts'
import { rememberedLocaleSql } from '#/slices/appointments/sql.ts'
import { isOptedOutOrErasedSql } from '#/slices/reminders/opt-outs/suppression-store.ts'
import { joinPreferences, preferenceColumns, type PreferenceRow } from '#/slices/reminders/policy/preferences.ts'
import { policyColumns, type PolicyRow } from '#/slices/reminders/policy/policy-store.ts'
import { lastToldSql } from '#/slices/reminders/rows/told-store.ts'
import type { Channel, ReminderKind } from '#/slices/reminders/words/words.ts'

/** What decides how somebody would be told of a batch, and in which words. */
export type ToldRow = PreferenceRow &
  FactsInMessages & {
    readonly id: string
    readonly holderRecipientId: string
    readonly scheduleRevision: number
    readonly isSmsOptedOut: boolean
    readonly isEmailOptedOut: boolean
    readonly rememberedLocale: string | null
    readonly safeName: Readonly<Record<string, string>> | null
    /** Of the last message that told of it; null when none did. */
    readonly toldStart: Temporal.Instant | null
    readonly toldKind: ReminderKind | null
    readonly toldChannel: Channel | null
  }

export type TellingHolder = PolicyRow & {
  readonly displayName: string
  readonly defaultLocale: string
  readonly websiteUrl: string
  readonly locations: readonly { readonly id: string; readonly name: string }[] | null
}

export async function readTelling(
  tx: HolderTx,
  appointmentIds: readonly string[],
): Promise<{ readonly holder: TellingHolder; readonly rows: readonly ToldRow[] }> {
  const [[holder], rows] = await Promise.all([
    tx.rows(selectTellingHolder, [tx.platformHolderId]),
    tx.rows(selectToldRows, [tx.platformHolderId, appointmentIds]),
  ])
  if (!holder) throw new Error('The bound holder is there')
  return { holder, rows }
}

const selectTellingHolder = statement<TellingHolder>(
  'select_telling_holder',
  `select ${policyColumns}, h.display_name, h.default_locale, h.website_url, h.scheduling_setup->'locations' as locations
   from platform_holder h join reminder_policy p on p.platform_holder_id = h.platform_holder_id
   where h.platform_holder_id = $1`,
)

const lastTold = (column: string) =>
  `(${lastToldSql(`o.${column}`, 'o.platform_holder_id = a.platform_holder_id and o.appointment_id = a.id')})`

// Looked up one by one, because after an import the statistics may tell the planner that the table is all but empty.
const selectToldRows = statement<ToldRow>(
  'select_told_rows',
  `select a.id, a.holder_recipient_id, a.schedule_revision, ${columnsInMessages},
     ${isOptedOutOrErasedSql('sms', 'a.recipient_phone_key', 'a')} as is_sms_opted_out,
     ${isOptedOutOrErasedSql('email', 'a.recipient_email_key', 'a')} as is_email_opted_out,
     ${rememberedLocaleSql('a')} as remembered_locale, case when t.sms_safe then t.name end as safe_name,
     ${lastTold('told_starts_at')} as told_start, ${lastTold('kind')} as told_kind, ${lastTold('channel')} as told_channel,
     ${preferenceColumns}
   from (select id from unnest($2::uuid[]) as w(id) offset 0) wanted
   cross join lateral (select * from appointment where platform_holder_id = $1 and id = wanted.id offset 0) a
   ${joinPreferences('a.recipient_id', 'a.platform_holder_id')} ${joinType('a', 'a.appointment_type_id')}
   order by a.starts_at, a.id`,
)
