import { statement, type Statement } from '#/kernel/db.ts'
import { platformId } from '#/kernel/ids.ts'

// Everything here runs as tijdig_operator, who sees all holders. The terms stand in docs/privacy.md and follow the
// product's clock, but for sessions and rate limits, which follow real time.

export type Page = Statement<{ readonly gone: boolean }>

/** One page of something that is over; what it answers is how many rows that were. */
function page(name: string, text: string): Page {
  return statement(name, `${text} returning true as gone`)
}

/** Every few seconds: a page of each, found by an index or in a table that stays small. */
export const shortTerms: readonly Page[] = [
  page(
    'erase_messages',
    `update reminder_attempt set body = null, destination = null
     where (platform_holder_id, reminder_id, attempt_no) in (
       select platform_holder_id, reminder_id, attempt_no from reminder_attempt
       where body is not null and handed_over_at < tijdig_now() - interval '30 days' order by handed_over_at limit 1000)`,
  ),
  page(
    'erase_inbound',
    `update inbound_sms set body = null, sender = null, recipient = null
     where id in (select id from inbound_sms where body is not null and received_at < tijdig_now() - interval '30 days'
       order by received_at limit 1000)`,
  ),
  page(
    'forget_client_requests',
    `delete from client_request where (platform_holder_id, actor_id, operation_id, client_request_id) in (
       select platform_holder_id, actor_id, operation_id, client_request_id from client_request
       where platform_holder_id <> '${platformId}' and created_at < tijdig_now() - interval '24 hours' order by created_at limit 1000)`,
  ),
  page(
    'forget_client_requests_of_recipients',
    `delete from client_request where (platform_holder_id, actor_id, operation_id, client_request_id) in (
       select platform_holder_id, actor_id, operation_id, client_request_id from client_request
       where platform_holder_id = '${platformId}' and created_at < tijdig_now() - interval '90 days' order by created_at limit 1000)`,
  ),
  page(
    'forget_sign_in_codes',
    `delete from staff_sign_in_code where id in (
       select id from staff_sign_in_code where created_at < tijdig_now() - interval '2 days' order by created_at limit 1000)`,
  ),
  page(
    'forget_staff_sign_in_failures',
    `delete from staff_sign_in_failure where email_key in (
       select email_key from staff_sign_in_failure where last_at < tijdig_now() - interval '30 days' order by last_at limit 1000)`,
  ),
  page(
    'forget_calendar_events',
    `delete from calendar_event where (platform_holder_id, integration_id, calendar_id, event_key) in (
       select platform_holder_id, integration_id, calendar_id, event_key from calendar_event
       where starts_at < tijdig_now() - interval '30 days' order by starts_at limit 1000)`,
  ),
  page(
    'forget_integration_authorizations',
    `delete from integration_authorization where (platform_holder_id, id) in (
       select platform_holder_id, id from integration_authorization where created_at < tijdig_now() - interval '1 day' order by created_at limit 1000)`,
  ),
  page(
    'forget_integration_revocations',
    `delete from integration_revocation where (platform_holder_id, id) in (
       select platform_holder_id, id from integration_revocation where created_at < tijdig_now() - interval '30 days' order by created_at limit 1000)`,
  ),
  page(
    'forget_company_lookups',
    `delete from company_lookup where (platform_holder_id, actor_id) in (
       select platform_holder_id, actor_id from company_lookup where updated_at < tijdig_now() - interval '30 days' order by updated_at limit 1000)`,
  ),
  // Every caller leaves one a minute, so that pages of these are larger.
  page(
    'forget_rate_windows',
    `delete from rate_window where (bucket, window_start) in (
       select bucket, window_start from rate_window where window_start < now() - interval '10 minutes' order by window_start limit 10000)`,
  ),
  page(
    'forget_sessions',
    `delete from staff_session where (platform_holder_id, id) in (
       select platform_holder_id, id from staff_session where expires_at < now() - interval '30 days' order by expires_at limit 1000)`,
  ),
]

/** Rows a page has at most; a page that is full is followed by another, some seconds later. */
export const pageSize = 500

/** Every hour, and on until nothing is left. */
export const longTerms: readonly Page[] = [
  page(
    'erase_words_of_requests',
    `update recipient_request set note = null, review_message = null, preferred_windows = '[]'
     where (platform_holder_id, id) in (
       select platform_holder_id, id from recipient_request
       where (note is not null or review_message is not null or preferred_windows <> '[]')
         and expires_at < tijdig_now() - interval '90 days' and status <> 'pending_review'
       order by expires_at limit ${pageSize})`,
  ),
  page(
    'erase_words_of_suggestions',
    `update suggestion set message = null where (platform_holder_id, id) in (
       select platform_holder_id, id from suggestion
       where message is not null and expires_at < tijdig_now() - interval '90 days' and status <> 'pending_review'
       order by expires_at limit ${pageSize})`,
  ),
  page(
    'forget_suggestions',
    `delete from suggestion where (platform_holder_id, id) in (
       select platform_holder_id, id from suggestion where expires_at < tijdig_now() - interval '24 months'
       order by expires_at limit ${pageSize})`,
  ),
  page(
    'forget_inbound',
    `delete from inbound_sms where id in (
       select id from inbound_sms where received_at < tijdig_now() - interval '24 months' order by received_at limit ${pageSize})`,
  ),
  page(
    'forget_unmatched_receipts',
    `delete from delivery_receipt where id in (
       select id from delivery_receipt where applied_at is null and received_at < tijdig_now() - interval '30 days'
       order by received_at limit ${pageSize})`,
  ),
  // The holder's own days, not the database's: a day more or less is no matter here.
  page(
    'forget_report_days',
    `delete from report_day where (platform_holder_id, day) in (
       select d.platform_holder_id, d.day from platform_holder h cross join lateral (
         select r.platform_holder_id, r.day from report_day r
         where r.platform_holder_id = h.platform_holder_id and r.day < (tijdig_now() - interval '24 months')::date
         order by r.day limit ${pageSize}) d
       limit ${pageSize})`,
  ),
  page(
    'forget_payment_setups',
    `delete from payment_setup s where (s.platform_holder_id, s.id) in (
       select p.platform_holder_id, p.id from payment_setup p
       where p.state in ('failed', 'abandoned') and p.created_at < tijdig_now() - interval '90 days' and not exists (
         select 1 from billing_account b where b.platform_holder_id = p.platform_holder_id
           and p.id in (b.current_setup_id, b.mandate_setup_id))
       order by p.created_at limit ${pageSize})`,
  ),
  page(
    'forget_api_keys',
    `delete from api_key where id in (
       select id from api_key where least(expires_at, revoked_at) < tijdig_now() - interval '24 months' order by id limit ${pageSize})`,
  ),
  page(
    'forget_deletion_requests',
    `delete from deletion_request where id in (
       select id from deletion_request where completed_at < tijdig_now() - interval '5 years' order by completed_at limit ${pageSize})`,
  ),
  // Who read or changed what must be answerable for five years, by name; and no longer.
  page(
    'erase_former_staff',
    `update staff_member set email = id || '@erased.invalid' where (platform_holder_id, id) in (
       select platform_holder_id, id from staff_member
       where status = 'inactive' and updated_at < tijdig_now() - interval '5 years' and email <> id || '@erased.invalid'
       order by platform_holder_id, id limit ${pageSize})`,
  ),
  // Holder by holder, because that is how the trail is indexed: an index by time alone would cost every request.
  page(
    'forget_audit_events',
    `delete from audit_event where (platform_holder_id, id) in (
       select e.platform_holder_id, e.id
       from (select platform_holder_id from platform_holder union all select '${platformId}') h cross join lateral (
         select a.platform_holder_id, a.id from audit_event a
         where a.platform_holder_id = h.platform_holder_id and a.at < tijdig_now() - interval '5 years'
         order by a.at limit ${pageSize}) e
       limit ${pageSize})`,
  ),
]

/** Jobs that failed for good; those that were done leave the queue by themselves. */
export const forgetFailedJobs = statement(
  'forget_failed_jobs',
  `select forget_failed_jobs(tijdig_now() - interval '30 days')`,
)

export type OldAppointment = {
  readonly platform_holder_id: string
  readonly id: string
  readonly holder_recipient_id: string
}

/** Appointments past their term, locked; what somebody works on waits for the next hour. */
export const lockOldAppointments = statement<OldAppointment>(
  'lock_old_appointments',
  `select a.platform_holder_id, a.id, a.holder_recipient_id from appointment a
   where (a.platform_holder_id, a.id) in (
     select o.platform_holder_id, o.id from platform_holder h cross join lateral (
       select x.platform_holder_id, x.id from appointment x
       where x.platform_holder_id = h.platform_holder_id and x.starts_at < tijdig_now() - interval '24 months'
       order by x.starts_at limit ${pageSize}) o
     limit ${pageSize})
   order by a.id for update skip locked`,
)

// $1 the holders and $2 the appointments, in pairs.
const old = 'unnest($1::uuid[], $2::uuid[]) as o(platform_holder_id, appointment_id)'
const oldReminders = `select r.platform_holder_id, r.id from reminder r join ${old} using (platform_holder_id, appointment_id)`
const oldRequests = `select q.platform_holder_id, q.id from recipient_request q join ${old} using (platform_holder_id, appointment_id)`

/** Everything of these appointments, in this order. */
export const deleteOldAppointments = [
  statement(
    'forget_receipts_of_old',
    `delete from delivery_receipt where message_reference in (
       select t.message_reference from reminder_attempt t where (t.platform_holder_id, t.reminder_id) in (${oldReminders}))`,
  ),
  statement(
    'forget_attempts_of_old',
    `delete from reminder_attempt where (platform_holder_id, reminder_id) in (${oldReminders})`,
  ),
  statement(
    'forget_reminders_of_old',
    `delete from reminder where (platform_holder_id, appointment_id) in (select platform_holder_id, appointment_id from ${old})`,
  ),
  statement(
    'forget_suggestions_of_old',
    `delete from suggestion where (platform_holder_id, appointment_id) in (select platform_holder_id, appointment_id from ${old})
       or (platform_holder_id, request_id) in (${oldRequests})`,
  ),
  statement(
    'forget_requests_of_old',
    `delete from recipient_request where (platform_holder_id, appointment_id) in (select platform_holder_id, appointment_id from ${old})`,
  ),
  statement(
    'forget_old',
    `delete from appointment where (platform_holder_id, id) in (select platform_holder_id, appointment_id from ${old})`,
  ),
]

/**
 * Entries of holders, $1 and $2 in pairs. Locked by a statement of their own, so that the next one sees what was handed in
 * for them meanwhile.
 */
export const lockEntries = statement<{ readonly id: string }>(
  'lock_entries_of_old',
  `select r.id from holder_recipient r
   where (r.platform_holder_id, r.id) in (select o.platform_holder_id, o.entry from unnest($1::uuid[], $2::uuid[]) as o(platform_holder_id, entry))
   order by r.id for update skip locked`,
)

/** Of those locked ($3), whoever has no appointment and is linked to nobody. */
export const deleteEntries = statement(
  'forget_entries_of_old',
  `delete from holder_recipient r
   where (r.platform_holder_id, r.id) in (select o.platform_holder_id, o.entry from unnest($1::uuid[], $2::uuid[]) as o(platform_holder_id, entry))
     and r.id = any($3::uuid[])
     and not exists (select 1 from appointment a where a.platform_holder_id = r.platform_holder_id and a.holder_recipient_id = r.id)
     and not exists (select 1 from recipient_link l where l.platform_holder_id = r.platform_holder_id and l.holder_recipient_id = r.id)`,
)
