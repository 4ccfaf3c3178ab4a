/**
 * Shared by everyone who plans for the holder `$1`, exclusive for a policy edit, so that nobody plans by a policy that is being
 * replaced, and for the first who listens to the holder's events.
 */
export const policyLockKey = `hashtextextended('policy ' || $1::text, 0)`

/** Keeps the policy of the holder `$1` from changing until the transaction ends; after the locks of appointments, as an edit takes them. */
export const sharePolicySql = `pg_advisory_xact_lock_shared(${policyLockKey})`

/** How long a receipt is waited for; a mail that has not bounced by then counts as delivered. */
export const receiptHours = 72

/** The columns of `deliveryLateral`. */
export const deliveryColumns =
  'd.delivery_status, d.delivery_next_due_at, d.delivery_last_event_at, d.delivery_reason_code'

/**
 * Joins the delivery of each appointment `a`: the fate of the last message handed over, or else what is still planned,
 * or else why nothing will be sent. Mail has no receipts, only bounces: one that has not come back in 72 hours counts
 * as delivered; a bounce that comes later makes it failed all the same. Read through the index of one appointment's
 * rows.
 */
export const deliveryLateral = `
  cross join lateral (
    select
      case
        when last_state = 'delivered' then 'delivered'
        when last_state = 'sent' and last_channel = 'email'
          and last_handed_over_at <= (select tijdig_now()) - interval '${receiptHours} hours' then 'delivered'
        when last_state in ('claimed', 'handed_over', 'sent') then 'in_progress'
        when last_state = 'unknown' then 'unknown'
        when last_state in ('undelivered', 'failed') then 'failed'
        when has_planned then 'planned'
        when has_suppressed then 'suppressed'
        else 'none'
      end as delivery_status,
      next_due_at as delivery_next_due_at,
      last_event_at as delivery_last_event_at,
      case when last_state is not null then last_reason when has_planned then null else any_reason end as delivery_reason_code
    from (
      select
        (array_agg(r.state order by r.handed_over_at desc) filter (where r.handed_over_at is not null))[1] as last_state,
        (array_agg(r.channel order by r.handed_over_at desc) filter (where r.handed_over_at is not null))[1] as last_channel,
        max(r.handed_over_at) as last_handed_over_at,
        (array_agg(r.reason_code order by r.handed_over_at desc) filter (where r.handed_over_at is not null))[1] as last_reason,
        (array_agg(r.reason_code order by r.due_at desc) filter (where r.reason_code is not null))[1] as any_reason,
        bool_or(r.state in ('planned', 'claimed', 'held')) as has_planned,
        bool_or(r.state = 'suppressed') as has_suppressed,
        min(r.due_at) filter (where r.state in ('planned', 'claimed', 'held')) as next_due_at,
        max(r.updated_at) as last_event_at
      from reminder r
      where r.platform_holder_id = a.platform_holder_id and r.appointment_id = a.id
    ) s
  ) d`

/** Whether a provider took a message of row `r`, or may have; a definite refusal does not count. */
export const wasSent = `r.handed_over_at is not null and (r.state in ('handed_over', 'sent', 'delivered', 'undelivered', 'unknown')
  or exists (select 1 from reminder_attempt t where t.platform_holder_id = r.platform_holder_id and t.reminder_id = r.id
               and t.provider_message_id is not null))`

const hasTold = `r.told_starts_at is not null and r.state in ('handed_over', 'sent', 'delivered', 'unknown')`
const lastTold = (column: string) =>
  `(array_agg(r.${column} order by r.handed_over_at desc, r.id desc) filter (where ${hasTold}))[1]`
const isNow = 'r.schedule_revision = a.schedule_revision'
/** A mail that has not bounced so far counts: whoever was written to needs no call yet. */
const arrived = `(r.state = 'delivered' or r.state = 'sent' and r.channel = 'email')`
const isOptedOut = `r.state = 'suppressed' and r.reason_code in ('recipient_opted_out', 'channel_disabled')`
const isUnknown = `r.state = 'unknown' and r.handed_over_at <= (select tijdig_now()) - interval '1 day'`
const hasNoContact = `r.state in ('skipped', 'suppressed') and r.reason_code in ('no_contact', 'landline', 'invalid_number')`
const hasFailed = `r.state in ('undelivered', 'failed', 'expired')`
const lastReason = (of: string) =>
  `(array_agg(r.reason_code order by coalesce(r.handed_over_at, r.due_at) desc, r.id desc) filter (where ${isNow} and ${of}))[1]`

/**
 * Joins what is known of the messages about appointment `a`, for whoever calls people: what they were told last, whether
 * anything about the present time arrived or is on its way, why not, and when they were last asked, a day ago or more. Read through
 * the index of one appointment's rows.
 */
export const reachLateral = `
  cross join lateral (
    select
      ${lastTold('told_starts_at')} as told_starts_at,
      ${lastTold('kind')} as told_kind,
      coalesce(bool_or(r.kind in ('change', 'answer') and r.stage = 1), false) as is_to_be_told,
      coalesce(bool_or(${isNow} and ${arrived}), false) as has_arrived,
      coalesce(bool_or(${isNow} and (r.state in ('handed_over', 'sent') or r.state = 'unknown' and not (${isUnknown}))), false) as is_under_way,
      coalesce(bool_or(${isNow} and ${isOptedOut}), false) as is_opted_out,
      ${lastReason(hasNoContact)} as no_contact_reason,
      ${lastReason(hasFailed)} as failed_reason,
      ${lastReason(isUnknown)} as unknown_reason,
      max(r.handed_over_at) filter (where ${isNow} and r.kind = 'confirm_prompt' and ${arrived}
        and r.handed_over_at <= (select tijdig_now()) - interval '24 hours') as asked_at
    from reminder r
    where r.platform_holder_id = a.platform_holder_id and r.appointment_id = a.id
  ) m`

/**
 * Joins the place that the person of appointment `a` was told last, where that was in another schedule than the present: what
 * was told of this one is its place, also where the set-up calls it otherwise since.
 */
export const formerPlaceLateral = `
  cross join lateral (
    select l.told_location_id, l.told_place
    from (
      select r.told_location_id, r.told_place, r.schedule_revision
      from reminder r
      where r.platform_holder_id = a.platform_holder_id and r.appointment_id = a.id and r.told_place is not null and ${hasTold}
      order by r.handed_over_at desc, r.id desc limit 1) l
    where l.schedule_revision <> a.schedule_revision) t`

/**
 * Whether a text message has ever arrived at the number of appointment `a`, at its holder. Look-ups row by row (`offset 0`): for a
 * holder newer than the last statistics the planner expects no rows, and would read all of them.
 */
export const hasReachedNumberSql = `exists (
  select 1
  from (
    select n.platform_holder_id, n.id
    from appointment n
    where n.platform_holder_id = a.platform_holder_id and n.recipient_phone_key = a.recipient_phone_key offset 0) n
  cross join lateral (
    select 1
    from reminder r
    where r.platform_holder_id = n.platform_holder_id and r.appointment_id = n.id and r.channel = 'sms'
      and r.state = 'delivered' offset 0) r)`

/** Whether somebody was asked a day before the instant `at` about the appointment of `row`. */
export const wasAskedBeforeSql = (row: string, at: string) => `exists (
  select 1
  from reminder r
  where r.platform_holder_id = ${row}.platform_holder_id and r.appointment_id = ${row}.appointment_id
    and r.kind = 'confirm_prompt' and ${arrived} and r.handed_over_at <= ${at} - interval '24 hours')`

/** How many people of whom no answer came are to be called a day, at the holder `$1`. */
export const callsPerDaySql = '(select p.calls_per_day from reminder_policy p where p.platform_holder_id = $1)'

/** The channel of the last message about appointment `a` that was planned for one, or `none`. */
export const channelOfSql = `coalesce((
  select r.channel
  from reminder r
  where r.platform_holder_id = a.platform_holder_id and r.appointment_id = a.id and r.channel is not null
  order by coalesce(r.handed_over_at, r.due_at) desc, r.id desc limit 1), 'none')`
