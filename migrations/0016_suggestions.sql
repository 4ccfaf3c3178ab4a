-- A time a platform holder proposes to a recipient. Only a person may accept it, and accepting creates and moves nothing.
create table suggestion (
  platform_holder_id uuid not null references platform_holder,
  id uuid not null,
  recipient_id uuid not null references recipient,
  kind text not null check (kind in ('alternative_time', 'follow_up')),
  origin text not null default 'platform_holder' check (origin in ('platform_holder')),
  appointment_id uuid,
  request_id uuid,
  -- The UID of the calendar event an operator imported it from: importing the file again adds nothing.
  import_uid text,
  proposed_starts_at timestamptz not null,
  proposed_ends_at timestamptz not null,
  timezone text not null,
  message text,
  -- Pending beyond `expires_at` means expired, whether or not that is already written.
  status text not null default 'pending_review'
    check (status in ('pending_review', 'approved', 'dismissed', 'expired', 'withdrawn')),
  version integer not null default 1,
  reviewed_at timestamptz,
  -- The proposed start.
  expires_at timestamptz not null,
  -- When the holder's inbox was written to about an approval.
  notified_at timestamptz,
  created_at timestamptz not null default tijdig_now(),
  updated_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, id),
  foreign key (platform_holder_id, appointment_id) references appointment,
  foreign key (platform_holder_id, request_id) references recipient_request,
  constraint suggestion_ends_after_start check (proposed_ends_at > proposed_starts_at),
  constraint suggestion_review check ((status in ('approved', 'dismissed')) = (reviewed_at is not null))
);
create unique index suggestion_once on suggestion (platform_holder_id, recipient_id, import_uid);
create index suggestion_by_recipient on suggestion (recipient_id, created_at, id);
create index suggestion_open on suggestion (platform_holder_id, appointment_id) where status = 'pending_review';
create index suggestion_to_expire on suggestion (expires_at) where status = 'pending_review';

alter table suggestion enable row level security;
alter table suggestion force row level security;
create policy bound on suggestion to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy own on suggestion for select to tijdig_api using (recipient_id = bound_recipient());
create policy operator on suggestion to tijdig_operator using (true) with check (true);
grant select, insert, update on suggestion to tijdig_api, tijdig_worker, tijdig_operator;

-- A platform holder's name for a recipient, who is bound to none while looking at what all of them proposed.
create function holder_name(wanted uuid) returns text
language sql stable security definer set search_path = public
as $$ select h.display_name from platform_holder h where h.platform_holder_id = wanted and bound_recipient() is not null $$;
alter function holder_name(uuid) owner to tijdig_operator;
revoke execute on function holder_name(uuid) from public;
grant execute on function holder_name(uuid) to tijdig_api;
