-- A person as one platform holder knows them: normalised contact plus folded name, because families share a number.
-- `contact_key` is a keyed hash, so the identity survives the erasure of the contact itself.
create table holder_recipient (
  platform_holder_id uuid not null references platform_holder,
  id uuid not null,
  contact_key bytea not null,
  folded_name text not null,
  created_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, id),
  unique (platform_holder_id, contact_key, folded_name)
);

create table appointment (
  platform_holder_id uuid not null references platform_holder,
  id uuid not null,
  holder_recipient_id uuid not null,
  origin text not null check (origin in ('intake', 'local')),
  source_system text not null,
  external_appointment_id text,
  status text not null default 'registered' check (status in ('registered', 'completed', 'no_show', 'cancelled')),
  organization_id text,
  location_id text,
  location_label text,
  appointment_type_id uuid,
  title text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  timezone text not null,
  recipient_name text not null,
  -- For finding by the beginning of a name. Compared byte by byte, because only such comparisons may use an index before the
  -- row-level policy is checked.
  recipient_folded_name text collate "C" not null generated always as (lower(recipient_name)) stored,
  recipient_email text,
  recipient_phone text,
  -- Keyed hashes of the two, by which opt-outs are found also after the contact is erased.
  recipient_email_key bytea,
  recipient_phone_key bytea,
  recipient_locale text,
  contact_last_confirmed_at timestamptz not null default tijdig_now(),
  version integer not null default 1,
  schedule_revision integer not null default 1,
  confirmed_at timestamptz,
  confirmed_via text check (confirmed_via in ('app', 'sms_reply', 'staff')),
  confirmed_revision integer,
  cancelled_at timestamptz,
  cancelled_by text check (cancelled_by in ('holder', 'source', 'approved_request')),
  cancellation_reason text check (cancellation_reason in ('recipient', 'provider', 'duplicate', 'other')),
  cancellation_note text,
  outcome_recorded_at timestamptz,
  -- Which policy version and time-zone data the unsent reminders were planned by.
  plan_stamp text not null,
  created_at timestamptz not null default tijdig_now(),
  updated_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, id),
  foreign key (platform_holder_id, holder_recipient_id) references holder_recipient,
  constraint appointment_source_key unique (platform_holder_id, source_system, external_appointment_id),
  constraint appointment_ends_after_start check (ends_at > starts_at),
  constraint appointment_cancelled_has_instant check ((status = 'cancelled') = (cancelled_at is not null))
) with (fillfactor = 90);
create index appointment_by_start on appointment (platform_holder_id, starts_at, id);
create index appointment_by_name on appointment (platform_holder_id, recipient_folded_name);
create index appointment_by_phone on appointment (platform_holder_id, recipient_phone_key, starts_at);
create index appointment_by_recipient on appointment (platform_holder_id, holder_recipient_id, starts_at);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['holder_recipient', 'appointment'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy bound on %I to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
                    with check (platform_holder_id = bound_holder())', table_name);
    execute format('create policy operator on %I to tijdig_operator using (true) with check (true)', table_name);
    execute format('grant select, insert, update on %I to tijdig_api, tijdig_worker, tijdig_operator', table_name);
  end loop;
end
$$;
