-- A recipient asks the platform holder to cancel or to move an appointment. A request changes nothing by itself.
create table recipient_request (
  platform_holder_id uuid not null,
  id uuid not null,
  recipient_id uuid not null references recipient,
  client_request_id uuid not null,
  appointment_id uuid not null,
  type text not null check (type in ('cancel', 'reschedule')),
  -- Pending beyond `expires_at` means expired, whether or not that is already written.
  status text not null default 'pending_review'
    check (status in ('pending_review', 'approved', 'declined', 'withdrawn', 'superseded', 'expired')),
  version integer not null default 1,
  appointment_version integer not null,
  schedule_revision integer not null,
  reason_code text check (reason_code in ('ill', 'work', 'transport', 'no_longer_needed', 'other')),
  note text,
  preferred_windows jsonb not null default '[]',
  review_message text,
  reviewed_at timestamptz,
  reviewed_by uuid,
  suggestion_id uuid,
  appointment_changed boolean not null default false,
  follow_up text check (follow_up in ('UPDATE_SOURCE_SYSTEM')),
  -- The start of the appointment.
  expires_at timestamptz not null,
  created_at timestamptz not null default tijdig_now(),
  updated_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, id),
  foreign key (platform_holder_id, appointment_id) references appointment,
  foreign key (platform_holder_id, reviewed_by) references staff_member,
  constraint recipient_request_review check ((status in ('approved', 'declined')) = (reviewed_at is not null))
);
create unique index recipient_request_one_open on recipient_request (platform_holder_id, appointment_id)
  where status = 'pending_review';
create index recipient_request_by_holder on recipient_request (platform_holder_id, created_at, id);
create index recipient_request_by_recipient on recipient_request (recipient_id, created_at, id);
create index recipient_request_to_expire on recipient_request (expires_at) where status = 'pending_review';

-- Kept beside the appointment in the transactions that change a request, so that sending and lists need no look-up.
alter table appointment
  -- Whether there ever was a request: most appointments have none, and changing them then costs nothing more.
  add column has_requests boolean not null default false,
  add column open_request_id uuid,
  add column open_request_type text check (open_request_type in ('cancel', 'reschedule')),
  add column open_request_at timestamptz,
  -- Moving it was approved and the new time is not here yet: its reminders are held (G21).
  add column awaits_new_time boolean not null default false;

alter table recipient_request enable row level security;
alter table recipient_request force row level security;
create policy bound on recipient_request to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy own on recipient_request for select to tijdig_api using (recipient_id = bound_recipient());
create policy operator on recipient_request to tijdig_operator using (true) with check (true);
grant select, insert, update on recipient_request to tijdig_api, tijdig_worker, tijdig_operator;

-- First answers to recipients stand under the platform's own id, also while the request is bound to a holder.
create policy of_recipient on client_request to tijdig_api
  using (platform_holder_id = '00000000-0000-0000-0000-000000000000' and actor_id = bound_recipient())
  with check (platform_holder_id = '00000000-0000-0000-0000-000000000000' and actor_id = bound_recipient());
