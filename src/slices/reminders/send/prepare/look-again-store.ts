import { statement } from '#/kernel/postgres/db.ts'
import { columnsInMessages, type FactsInMessages } from '#/slices/appointment-facts/appointment-facts.ts'
import { joinType } from '#/slices/appointment-types/sql.ts'
import { rememberedLocaleSql } from '#/slices/appointments/sql.ts'
import { isErasedSql } from '#/slices/deletion-requests/sql.ts'
import { delayMinutesSql, othersWaitSql } from '#/slices/batches/sql.ts'
import { staffAnswerSql, type StaffAnswerRow } from '#/slices/replies/sql.ts'
import type { Channel, ReminderKind, ReminderState } from '#/slices/reminders/words/words.ts'
import type { Claim } from '#/slices/reminders/send/claim/sending.ts'
import { isOptedOutSql } from '#/slices/reminders/opt-outs/suppression-store.ts'
import { policyColumns, type PolicyRow } from '#/slices/reminders/policy/policy-store.ts'
import { isRepeatedSql, lastToldSql, otherRowsSql } from '#/slices/reminders/rows/told-store.ts'
import { joinPreferences, preferenceColumns, type PreferenceRow } from '#/slices/reminders/policy/preferences.ts'

/** Everything that is read again just before a hand-over (G2). */
export type SendRow = Claim &
  PreferenceRow &
  FactsInMessages & {
    readonly appointmentId: string
    readonly kind: ReminderKind
    readonly offsetKey: string
    readonly channel: Channel
    readonly fallbackChannel: Channel | null
    readonly dueAt: Temporal.Instant
    readonly latestAt: Temporal.Instant
    readonly attempts: number
    readonly channelTries: number
    readonly isReleased: boolean
    readonly rowRevision: number
    readonly status: string
    readonly scheduleRevision: number
    readonly recipientEmailKey: Buffer | null
    readonly recipientPhoneKey: Buffer | null
    /** The language remembered for the person at this holder. */
    readonly rememberedLocale: string | null
    readonly holderRecipientId: string
    readonly isConfirmed: boolean
    /** A request of the recipient waits for review (G21). */
    readonly isRequestOpen: boolean
    /** Moving it was approved, and the new time is not known yet (G21). */
    readonly awaitsNewTime: boolean
    readonly isErased: boolean
    /** Opted out of a channel that the row may go by. */
    readonly isSmsOptedOut: boolean
    readonly isEmailOptedOut: boolean
    /** Whether, by its type, a confirmation stops plain reminders too. */
    readonly skipIfConfirmed: boolean
    /** The names of the type, when it is marked smsSafe. */
    readonly safeName: Readonly<Record<string, string>> | null
    /** By which version of which policy and type it was planned, and the present one of the type. */
    readonly planStamp: string
    readonly typePlanVersion: number | null
    /** Goes by an offset that told the present start before, or that was handed over under another kind (G19). */
    readonly isRepeated: boolean
    /** Handed over and failed before its revision ended, while its start still holds and nothing else goes by its offset. */
    readonly isRetryOfKeptStart: boolean
    /** Of a notice: the last other message that told the person of the appointment; null when there is none. */
    readonly toldStart: Temporal.Instant | null
    readonly toldKind: ReminderKind | null
    readonly toldState: ReminderState | null
    /** Of a notice of a change: the place in the last other message that named one; null when none did. */
    readonly toldLocationId: string | null
    readonly toldPlace: string | null
    /** Messages handed over in the last 24 hours to the address that the row goes to by its channel. */
    readonly messagesToday: number
    /** What staff answer to a text message, when the row carries that. */
    readonly staffAnswer: StaffAnswerRow | null
    /** By how much the appointment is late, when the row tells that. */
    readonly delayMinutes: number | null
    /** Of a text message of a batch: whether that has still to come to others of the telephone; null where there are none. */
    readonly othersWait: boolean | null
  }

export type SendHolder = PolicyRow & {
  readonly platformHolderId: string
  readonly holderStatus: string
  /** What it sends goes to its inbox (G29). */
  readonly isTest: boolean
  readonly displayName: string
  readonly defaultLocale: string
  readonly websiteUrl: string
  readonly inboxEmail: string
  /** Of its scheduling set-up; read once for all rows of a share. */
  readonly locations: readonly { readonly id: string; readonly name: string }[] | null
  readonly handedOverThisHour: number
  /** The most in any hour of the last 14 days; 0, because not read, while the floor leaves room for all that go. */
  readonly hourlyPeak: number
  /** How many more messages of each batch may go, by its id; null where there is none. */
  readonly allowances: Readonly<Record<string, number>> | null
  readonly clock: Temporal.Instant
}

const isRetryOfKeptStart = `
  (r.schedule_revision <> a.schedule_revision and r.told_starts_at = a.starts_at and not exists (
    select 1
    from reminder o
    where ${otherRowsSql}
      and o.schedule_revision = a.schedule_revision
      and o.offset_key = r.offset_key
      and o.state <> 'skipped'))`
// Attempts to an address are indexed by month (UTC): a look-up that names none reads all of them.
const monthOf = (instant: string) => `(select date_trunc('month', (${instant}) at time zone 'UTC')::date)`
const messagesToday = `(
  select count(distinct t.message_reference) from reminder_attempt t
  where t.handed_over_month in (${monthOf('tijdig_now()')}, ${monthOf("tijdig_now() - interval '24 hours'")})
    and t.destination_key = case r.channel when 'sms' then a.recipient_phone_key else a.recipient_email_key end
    and t.state <> 'failed'
    and t.platform_holder_id = r.platform_holder_id and t.handed_over_at > (select tijdig_now()) - interval '24 hours')`

// Only a notice asks, so this is no join, whose look-up would begin for each row.
const lastTold = (column: string) =>
  `case when r.kind in ('change', 'cancellation') then (${lastToldSql(`o.${column}`, otherRowsSql)}) end`

const lastPlaceTold = (column: string) =>
  `case when r.kind = 'change' then (${lastToldSql(`o.${column}`, `${otherRowsSql} and o.told_place is not null`)}) end`

const isOptedOut = (channel: Channel, key: string) =>
  `('${channel}' in (r.channel, r.fallback_channel) and ${isOptedOutSql(channel, key, 'a')})`

const sendColumns = `r.platform_holder_id, r.id, r.claim_no, r.appointment_id, r.kind, r.offset_key,
  r.channel, r.fallback_channel, r.due_at, r.latest_at, r.attempts, r.channel_tries,
  r.is_released, r.schedule_revision as row_revision, a.status, a.schedule_revision, ${columnsInMessages},
  a.recipient_email_key, a.recipient_phone_key, ${rememberedLocaleSql('a')} as remembered_locale, a.holder_recipient_id,
  a.confirmed_revision is not distinct from a.schedule_revision as is_confirmed,
  a.open_request_id is not null as is_request_open, a.awaits_new_time,
  ${preferenceColumns},
  coalesce(t.skip_if_confirmed, false) as skip_if_confirmed, case when t.sms_safe then t.name end as safe_name,
  a.plan_stamp, t.plan_version as type_plan_version, ${isErasedSql('a', 'a.holder_recipient_id')} as is_erased,
  ${isOptedOut('sms', 'a.recipient_phone_key')} as is_sms_opted_out,
  ${isOptedOut('email', 'a.recipient_email_key')} as is_email_opted_out,
  ${isRepeatedSql} as is_repeated, ${isRetryOfKeptStart} as is_retry_of_kept_start,
  ${lastTold('told_starts_at')} as told_start, ${lastTold('kind')} as told_kind, ${lastTold('state')} as told_state,
  ${lastPlaceTold('told_location_id')} as told_location_id, ${lastPlaceTold('told_place')} as told_place,
  ${messagesToday} as messages_today, ${staffAnswerSql('r')} as staff_answer,
  ${delayMinutesSql('r')} as delay_minutes, ${othersWaitSql('r', 'a')} as others_wait`

// `offset 0` makes these look-ups row by row: for a holder newer than the last statistics the planner expects no rows,
// and would read and join all of them.
export const selectSendRows = statement<SendRow>(
  'select_send_rows',
  `select ${sendColumns}
  from (select * from unnest($1::uuid[], $2::uuid[]) as w(holder, id) offset 0) wanted
  cross join lateral (
    select *
    from reminder
    where platform_holder_id = wanted.holder and id = wanted.id and state = 'claimed' offset 0) r
  cross join lateral (
    select *
    from appointment
    where platform_holder_id = r.platform_holder_id and id = r.appointment_id offset 0) a
  ${joinPreferences('a.recipient_id', 'a.platform_holder_id')} ${joinType('a', 'a.appointment_type_id')}`,
)

/** `$1` the holders, `$2` the breaker's floor and `$3` how many rows may go. */
export const selectSendHolders = statement<SendHolder>(
  'select_send_holders',
  `select h.platform_holder_id, ${policyColumns}, h.status as holder_status, h.is_test, h.display_name, h.default_locale,
     h.website_url,
     h.communication_inbox_email as inbox_email, h.scheduling_setup->'locations' as locations, clock.now as clock,
     coalesce(v.handed_over, 0) as handed_over_this_hour,
     case when coalesce(v.handed_over, 0) + $3 <= $2 then 0 else coalesce((select max(e.handed_over) from reminder_volume e
       where e.platform_holder_id = h.platform_holder_id and e.hour < date_trunc('hour', clock.now) and e.hour > clock.now - interval '14 days'), 0)
     end as hourly_peak,
     (select json_object_agg(w.batch_id, w.allowed - w.handed_over) from reminder_allowance w
      where w.platform_holder_id = h.platform_holder_id) as allowances
   from (select tijdig_now() as now offset 0) clock
   cross join (select unnest($1::uuid[]) as id offset 0) wanted
   join platform_holder h on h.platform_holder_id = wanted.id
   join reminder_policy p on p.platform_holder_id = h.platform_holder_id
   left join reminder_volume v on v.platform_holder_id = h.platform_holder_id
     and v.hour = date_trunc('hour', clock.now)`,
)
