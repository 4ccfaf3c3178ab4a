-- What may be erased once its term is over (docs/privacy.md), and how it is found without walking over what stays.

-- What an answer was about, so that giving it again leaves the same trace.
alter table client_request add column subjects uuid[] not null default '{}';

create index inbound_sms_with_text on inbound_sms (received_at) where body is not null;
create index inbound_sms_by_age on inbound_sms (received_at);
create index recipient_request_with_text on recipient_request (expires_at)
  where note is not null or review_message is not null or preferred_windows <> '[]';
create index suggestion_with_text on suggestion (expires_at) where message is not null;
create index suggestion_by_age on suggestion (expires_at);
-- For the foreign keys, which look here when an appointment or a request goes.
create index suggestion_by_appointment on suggestion (platform_holder_id, appointment_id) where appointment_id is not null;
create index suggestion_by_request on suggestion (platform_holder_id, request_id) where request_id is not null;
create index deletion_request_by_end on deletion_request (completed_at) where completed_at is not null;
create index payment_setup_given_up on payment_setup (created_at) where state in ('failed', 'abandoned');

grant delete on holder_recipient, appointment, reminder, reminder_attempt, delivery_receipt, inbound_sms, recipient_request,
  suggestion, deletion_request, company_lookup, payment_setup, api_key to tijdig_operator;

-- Jobs that failed for good stay in the queue, whose tables belong to the owner.
create function forget_failed_jobs(before timestamptz) returns void
language sql security definer set search_path = public, pg_temp
as $$
  select graphile_worker.complete_jobs(array(
    select j.id from graphile_worker.jobs j
    where j.attempts >= j.max_attempts and j.locked_at is null and j.run_at < before order by j.id limit 1000))
$$;
revoke execute on function forget_failed_jobs(timestamptz) from public;
grant execute on function forget_failed_jobs(timestamptz) to tijdig_operator;
