import { statement, toRecords, type Tx } from '#/kernel/postgres/db.ts'
import { placeSql } from '#/slices/appointment-facts/appointment-facts.ts'
import type { Decision, Departure } from './dispatch-decision.ts'
import type { Channel, ReminderKind } from '#/slices/reminders/policy/policy.ts'
import type { ReminderState } from '#/slices/reminders/reading/reminder-summary.ts'
import { leaseSeconds } from './claim-store.ts'
import { hasToldSql, isSuppressedSql, policyColumns, type PolicyRow } from '#/slices/reminders/planning/store.ts'
import { joinType } from '#/slices/reminders/policy/type-plan.ts'
import { joinWishes, wishColumns, type WishRow } from '#/slices/reminders/plan/wishes.ts'

/** Everything that is read again just before a hand-over (G2). */
export type DispatchRow = WishRow & {
  readonly id: string
  readonly claimNo: number
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
  readonly startsAt: Temporal.Instant
  readonly endsAt: Temporal.Instant
  readonly timezone: string
  readonly place: string | null
  readonly recipientName: string
  readonly recipientEmail: string | null
  readonly recipientPhone: string | null
  readonly recipientEmailKey: Buffer | null
  readonly recipientPhoneKey: Buffer | null
  readonly recipientLocale: string | null
  readonly holderRecipientId: string
  readonly isConfirmed: boolean
  /** A request of the recipient waits for review (G21). */
  readonly isRequestOpen: boolean
  /** Moving it was approved, and the new time is not here yet (G21). */
  readonly awaitsNewTime: boolean
  readonly isSmsSuppressed: boolean
  readonly isEmailSuppressed: boolean
  /** Whether a confirmation stops plain reminders too, says the type. */
  readonly skipIfConfirmed: boolean
  /** The names of the type, when it is marked smsSafe. */
  readonly safeName: Readonly<Record<string, string>> | null
  /** Planned by another version of policy or type than the present one. */
  readonly isPlanOutdated: boolean
  /** Goes by an offset that told the present start before, or that was handed over under another kind (G19). */
  readonly isRepeated: boolean
  /** Handed over and failed before its revision ended, while its start still holds and nothing else goes by its offset. */
  readonly isRetryOfKeptStart: boolean
  /** Of a notice: the last other message that told the person of the appointment; null when there is none. */
  readonly toldStart: Temporal.Instant | null
  readonly toldKind: ReminderKind | null
  readonly toldState: ReminderState | null
  /** Messages handed over in the last 24 hours to each address that the row may go to; null for one that it may not. */
  readonly smsToday: number | null
  readonly emailToday: number | null
}

export type DispatchHolder = PolicyRow & {
  readonly holderStatus: string
  readonly displayName: string
  readonly defaultLocale: string
  readonly websiteUrl: string
  readonly inboxEmail: string
  readonly handedOverThisHour: number
  readonly hourlyPeak: number
  readonly clock: Temporal.Instant
}

const otherRows = `from reminder o where o.platform_holder_id = r.platform_holder_id and o.appointment_id = r.appointment_id and o.id <> r.id`
const isRepeated = `
  (r.kind in ('reminder', 'confirm_prompt') and exists (
    select 1 ${otherRows} and o.offset_key = r.offset_key and o.handed_over_at is not null
      and (o.schedule_revision = r.schedule_revision or (o.told_starts_at = a.starts_at and ${hasToldSql} and not exists (
        select 1 from reminder l where l.platform_holder_id = r.platform_holder_id and l.appointment_id = r.appointment_id
          and l.handed_over_at > o.handed_over_at and (l.told_starts_at <> a.starts_at or l.kind = 'cancellation')
          and l.state in ('handed_over', 'sent', 'delivered', 'unknown'))))))`
const isRetryOfKeptStart = `
  (r.schedule_revision <> a.schedule_revision and r.told_starts_at = a.starts_at and not exists (
    select 1 ${otherRows} and o.schedule_revision = a.schedule_revision and o.offset_key = r.offset_key and o.state <> 'skipped'))`
const messagesToday = (channel: Channel, key: string) => `
  case when '${channel}' in (r.channel, r.fallback_channel) then (
    select count(distinct t.message_reference) from reminder_attempt t
    where t.destination_key = ${key} and t.state <> 'failed'
      and t.platform_holder_id = r.platform_holder_id and t.handed_over_at > (select tijdig_now()) - interval '24 hours') end`

const locations = `platform_holder h join jsonb_array_elements(h.scheduling_setup->'locations') l
  on a.location_id is not null and h.platform_holder_id = a.platform_holder_id`

const dispatchColumns = `r.id, r.claim_no, r.appointment_id, r.kind, r.offset_key, r.channel, r.fallback_channel, r.due_at, r.latest_at, r.attempts, r.channel_tries,
  r.is_released, r.schedule_revision as row_revision, a.status, a.schedule_revision, a.starts_at, a.ends_at, a.timezone,
  ${placeSql(locations)} as place,
  a.recipient_name, a.recipient_email, a.recipient_phone, a.recipient_email_key, a.recipient_phone_key, a.recipient_locale, a.holder_recipient_id,
  a.confirmed_revision is not distinct from a.schedule_revision as is_confirmed, a.open_request_id is not null as is_request_open, a.awaits_new_time,
  ${wishColumns},
  coalesce(t.skip_if_confirmed, false) as skip_if_confirmed, case when t.sms_safe then t.name end as safe_name,
  split_part(a.plan_stamp, ' ', 1) <> p.version::text or split_part(a.plan_stamp, ' ', 3) <> coalesce(t.plan_version::text, '') as is_plan_outdated,
  ${isSuppressedSql('sms', 'a.recipient_phone_key', 'a')} as is_sms_suppressed, ${isSuppressedSql('email', 'a.recipient_email_key', 'a')} as is_email_suppressed,
  ${isRepeated} as is_repeated, ${isRetryOfKeptStart} as is_retry_of_kept_start, told.start as told_start, told.kind as told_kind, told.state as told_state,
  ${messagesToday('sms', 'a.recipient_phone_key')} as sms_today, ${messagesToday('email', 'a.recipient_email_key')} as email_today`

// Row by row, and without naming the holder to the planner (`offset 0` keeps it so): of one who is new since the last
// statistics it believes that there is nothing, and would read and join all of it.
export const selectDispatchRows = statement<DispatchRow>(
  'select_dispatch_rows',
  `select ${dispatchColumns}
  from (select $1::uuid as holder, unnest($2::uuid[]) as id offset 0) wanted
  cross join lateral (select * from reminder where platform_holder_id = wanted.holder and id = wanted.id and state = 'claimed' offset 0) r
  cross join lateral (select * from appointment where platform_holder_id = r.platform_holder_id and id = r.appointment_id offset 0) a
  join reminder_policy p on p.platform_holder_id = r.platform_holder_id
  ${joinWishes('a.recipient_id')} ${joinType('a', 'a.appointment_type_id')}
  left join lateral (
    select o.told_starts_at as start, o.kind, o.state ${otherRows} and r.kind in ('change', 'cancellation') and ${hasToldSql}
    order by o.handed_over_at desc, o.id desc limit 1) told on true`,
)

export const selectDispatchHolder = statement<DispatchHolder>(
  'select_dispatch_holder',
  `select ${policyColumns}, h.status as holder_status, h.display_name, h.default_locale, h.website_url, h.communication_inbox_email as inbox_email,
     (select tijdig_now()) as clock,
     coalesce((select v.handed_over from reminder_volume v
       where v.platform_holder_id = h.platform_holder_id and v.hour = date_trunc('hour', (select tijdig_now()))), 0) as handed_over_this_hour,
     coalesce((select max(v.handed_over) from reminder_volume v
       where v.platform_holder_id = h.platform_holder_id and v.hour < date_trunc('hour', (select tijdig_now()))
         and v.hour > (select tijdig_now()) - interval '14 days'), 0) as hourly_peak
   from platform_holder h join reminder_policy p using (platform_holder_id) where h.platform_holder_id = $1`,
)

/** Rows of the same recipients, channels and days that are due within half an hour: claimed to go along (G27). */
export const claimSiblings = statement<{ id: string; claimNo: number }>(
  'claim_siblings',
  `update reminder r set state = 'claimed', claim_no = r.claim_no + 1, lease_until = (select tijdig_now()) + interval '${leaseSeconds} seconds', updated_at = (select tijdig_now())
   where r.platform_holder_id = $1 and r.id = any(array(
     select s.id
     from reminder c
     join appointment ca on ca.platform_holder_id = c.platform_holder_id and ca.id = c.appointment_id
     join appointment sa on sa.platform_holder_id = ca.platform_holder_id and sa.holder_recipient_id = ca.holder_recipient_id
       and sa.id <> ca.id and sa.starts_at between ca.starts_at - interval '1 day' and ca.starts_at + interval '1 day'
       and (sa.starts_at at time zone sa.timezone)::date = (ca.starts_at at time zone ca.timezone)::date
       and sa.recipient_phone is not distinct from ca.recipient_phone and sa.recipient_email is not distinct from ca.recipient_email
     join reminder s on s.platform_holder_id = sa.platform_holder_id and s.appointment_id = sa.id
     where c.platform_holder_id = $1 and c.id = any($2::uuid[]) and c.kind in ('reminder', 'confirm_prompt') and c.attempts = 0
       and s.state = 'planned' and s.kind in ('reminder', 'confirm_prompt') and s.attempts = 0 and s.channel = c.channel
       and s.due_at <= (select tijdig_now()) + interval '30 minutes'
     order by s.id for update of s skip locked))
   returning r.id, r.claim_no`,
)

/**
 * Records rows as handed over, with their attempts. Only rows still held by this claim are touched: one that was cancelled,
 * moved or taken by another worker meanwhile is left alone. Messages that go count towards the hour's volume (G24).
 *
 * @param volumeLimit of the hour, others who send at the same time included; null for none
 * @returns the rows that may now be handed over
 */
export async function recordDepartures(
  tx: Tx,
  platformHolderId: string,
  clock: Temporal.Instant,
  departures: readonly Departure[],
  volumeLimit: number | null,
): Promise<Set<string>> {
  if (departures.length === 0) return new Set()
  const rows = await tx.rows(departRows, [platformHolderId, toRecords(inOrderOfId(departures)), clock, volumeLimit])
  return new Set(rows.map((row) => row.id))
}

// The holder stands beside each record, not in the condition, for the same reason as above.
const recordsOf = (columns: string) =>
  `(select $1::uuid as holder, d.* from json_to_recordset($2::json) as d(id uuid, claim_no int, ${columns}) offset 0) d`

export const departRows = statement<{ id: string }>(
  'depart_rows',
  `with going as (
     update reminder r set state = 'handed_over', reason_code = null, run_at = $3::timestamptz + interval '${leaseSeconds} seconds',
       channel = d.channel, fallback_channel = d.fallback_channel, attempts = d.attempts, channel_tries = d.channel_tries, locale = d.locale,
       template_version = d.template_version, segments = d.segments, encoding = d.encoding, destination_masked = d.destination_masked,
       told_starts_at = d.told_starts_at, handed_over_at = $3, updated_at = (select tijdig_now())
     from ${recordsOf(`channel text, fallback_channel text, attempts smallint, channel_tries smallint, locale text, template_version text,
       segments smallint, encoding text, destination_masked text, told_starts_at timestamptz, message_reference uuid, provider text,
       destination text, destination_key text, sender text, body text, is_locale_fallback boolean, turn int`)}
     where r.platform_holder_id = d.holder and r.id = d.id and r.claim_no = d.claim_no and r.state = 'claimed'
     returning r.platform_holder_id, r.id, d.attempts, d.message_reference, d.channel, d.provider, d.destination, d.destination_key, d.sender, d.body,
       d.is_locale_fallback, d.turn),
   attempted as (
     insert into reminder_attempt (platform_holder_id, reminder_id, attempt_no, message_reference, channel, state, provider, destination,
       destination_key, sender, body, is_locale_fallback, handed_over_at, updated_at)
     select platform_holder_id, id, attempts, message_reference, channel, 'handed_over', provider, destination,
       decode(destination_key, 'hex'), sender, body, is_locale_fallback, $3::timestamptz + turn * interval '1 microsecond', $3
     from going),
   counted as (
     insert into reminder_volume as v (platform_holder_id, hour, handed_over)
     select $1, date_trunc('hour', (select tijdig_now())), count(distinct message_reference) from going having count(*) > 0
     on conflict (platform_holder_id, hour) do update set handed_over =
       case when $4::int is null or v.handed_over + excluded.handed_over <= $4::int then v.handed_over + excluded.handed_over end)
   select id from going`,
)

/** Whether recording departures failed, and with it its transaction, because the hour's volume would pass its limit: it must not be null. */
export function isVolumeExceeded(error: unknown): boolean {
  const { code, table, column } = error as { code?: string; table?: string; column?: string }
  return code === '23502' && table === 'reminder_volume' && column === 'handed_over'
}

/** Writes what was decided for claimed rows that do not go now, with the commit; again only of those still held by this claim. */
export function writeDecisions(tx: Tx, platformHolderId: string, decisions: readonly Decision[]): void {
  if (decisions.length === 0) return
  tx.send(decideRows, [platformHolderId, toRecords(inOrderOfId(decisions))])
}

const decideRows = statement(
  'decide_rows',
  `update reminder r set state = d.state, reason_code = d.reason_code, run_at = d.run_at, due_at = coalesce(d.due_at, r.due_at),
     latest_at = coalesce(d.latest_at, r.latest_at), channel = coalesce(d.channel, r.channel),
     fallback_channel = case when d.channel is null then r.fallback_channel end,
     channel_tries = case when d.channel is null then r.channel_tries else 0 end, moved_because = case when d.due_at is null then r.moved_because else 'quiet_hours_later' end,
     updated_at = (select tijdig_now())
   from ${recordsOf('state text, reason_code text, run_at timestamptz, due_at timestamptz, latest_at timestamptz, channel text')}
   where r.platform_holder_id = d.holder and r.id = d.id and r.claim_no = d.claim_no and r.state = 'claimed'`,
)

/** Everybody locks rows of one table in this order, so that two who write the same ones never wait for each other. */
export function inOrderOfId<Row extends { readonly id: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** Gives rows back that are still claimed, with the commit, and keeps what this claim may yet write from being carried out. */
export function releaseClaims(
  tx: Tx,
  platformHolderId: string,
  claims: readonly Pick<DispatchRow, 'id' | 'claimNo'>[],
): void {
  if (claims.length === 0) return
  const rows = inOrderOfId(claims)
  tx.send(releaseClaimed, [platformHolderId, rows.map((row) => row.id), rows.map((row) => row.claimNo)])
}

const releaseClaimed = statement(
  'release_claimed',
  `update reminder r set state = 'planned', claim_no = r.claim_no + 1, updated_at = (select tijdig_now())
   from unnest($2::uuid[], $3::int[]) as c(id, claim_no)
   where r.platform_holder_id = $1 and r.id = c.id and r.claim_no = c.claim_no and r.state = 'claimed'`,
)

/** Gives a row back that cannot be prepared: it is tried again after a pause, until its time is over. */
export const postponeClaimed = statement(
  'postpone_claimed',
  `update reminder set updated_at = (select tijdig_now()),
     state = case when latest_at < (select tijdig_now()) then 'expired' else 'planned' end,
     reason_code = case when latest_at < (select tijdig_now()) then 'too_late' end,
     run_at = case when latest_at < (select tijdig_now()) then null else (select tijdig_now()) + interval '5 minutes' end
   where platform_holder_id = $1 and id = $2 and claim_no = $3 and state = 'claimed'`,
)

/** The hour's volume, which then changes by nobody else until the transaction ends (G24). */
export const lockVolume = statement(
  'lock_volume',
  `insert into reminder_volume as v (platform_holder_id, hour, handed_over) values ($1, date_trunc('hour', tijdig_now()), 0)
   on conflict (platform_holder_id, hour) do update set handed_over = v.handed_over`,
)
