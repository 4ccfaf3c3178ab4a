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
