create table reminder_policy (
  platform_holder_id uuid primary key references platform_holder,
  version integer not null default 1,
  steps jsonb not null,
  min_lead_minutes integer not null default 30 check (min_lead_minutes between 0 and 1440),
  quiet_hours jsonb,
  short_notice boolean not null default true,
  send_change_notice boolean not null default true,
  send_cancellation_notice boolean not null default true,
  send_registration_notice boolean not null default false,
  group_same_day boolean not null default false,
  sms_sender jsonb not null,
  intake_default_type_id uuid,
  updated_at timestamptz not null default tijdig_now()
);

-- One planned message for one appointment, schedule revision and offset. The state machine is told in docs/reminders.md.
create table reminder (
  platform_holder_id uuid not null,
  id uuid not null,
  appointment_id uuid not null,
  schedule_revision integer not null,
  kind text not null check (kind in ('confirmation', 'reminder', 'confirm_prompt', 'change', 'cancellation')),
  -- Canonical duration before the start, or 'short_notice', 'registration', 'change', 'cancellation'.
  offset_key text not null,
  channel text check (channel in ('sms', 'email')),
  fallback_channel text check (fallback_channel in ('sms', 'email')),
  due_at timestamptz not null,
  latest_at timestamptz not null,
  moved_because text,
  state text not null check (state in ('planned', 'claimed', 'handed_over', 'sent', 'delivered', 'undelivered', 'failed',
                                       'unknown', 'held', 'skipped', 'suppressed', 'cancelled', 'expired')),
  reason_code text check (reason_code in ('due_in_past', 'quiet_hours', 'rescheduled', 'appointment_cancelled',
    'recipient_opted_out', 'channel_disabled', 'no_contact', 'landline', 'invalid_number', 'tenant_inactive', 'confirmed',
    'too_late', 'volume_review', 'awaiting_new_time', 'superseded', 'provider_refused', 'provider_unreachable',
    'carrier_rejected', 'number_unreachable', 'outcome_unknown', 'test_mode')),
  -- What the engine still has to do: 1 send it, 2 follow it up; null when nothing. It stays the same while a row is claimed and
  -- while its outcome is recorded, so that these writes touch no index.
  stage smallint generated always as (case when state in ('planned', 'claimed') then 1 when state in ('handed_over', 'sent', 'unknown') then 2 end) stored,
  -- When the engine must look at the row again: to send it, or to follow it up; null when never.
  run_at timestamptz,
  -- Until when a claimed row belongs to the worker that claimed it.
  lease_until timestamptz,
  -- Fencing token: every claim raises it, and every later write of that claim must still match it.
  claim_no integer not null default 0,
  attempts smallint not null default 0,
  -- Tries on the present channel: bounded, and counted anew when the fallback channel takes over.
  channel_tries smallint not null default 0,
  -- An operator looked at a held row and let it go.
  is_released boolean not null default false,
  locale text,
  template_version text,
  segments smallint,
  encoding text check (encoding in ('gsm7', 'ucs2')),
  destination_masked text,
  -- The start the recipient was told in this message: decides whether a change notice is owed.
  told_starts_at timestamptz,
  handed_over_at timestamptz,
  tzdb_version text not null,
  created_at timestamptz not null default tijdig_now(),
  updated_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, id),
  foreign key (platform_holder_id, appointment_id) references appointment,
  constraint reminder_once unique (platform_holder_id, appointment_id, schedule_revision, offset_key, kind),
  constraint reminder_end_has_reason check (
    state in ('planned', 'claimed', 'handed_over', 'sent', 'delivered') or reason_code is not null)
) with (fillfactor = 50);
create index reminder_due on reminder (run_at) where stage = 1;
-- A worker that is behind takes what can be saved for the shortest time first.
create index reminder_latest on reminder (latest_at) where stage = 1;
create index reminder_follow_up on reminder (run_at) where stage = 2 and run_at is not null;
create index reminder_held on reminder (platform_holder_id, id) where state = 'held';

-- One try on one channel. Rows that were grouped into one message share `message_reference`.
create table reminder_attempt (
  platform_holder_id uuid not null,
  reminder_id uuid not null,
  attempt_no smallint not null,
  message_reference uuid not null,
  channel text not null check (channel in ('sms', 'email')),
  state text not null check (state in ('handed_over', 'sent', 'delivered', 'undelivered', 'failed', 'unknown')),
  provider text not null,
  provider_message_id text,
  provider_code text,
  reason_code text,
  -- Contact and text are erased after 30 days; the keyed hash stays.
  destination text,
  destination_key bytea not null,
  sender text not null,
  body text,
  handed_over_at timestamptz not null,
  updated_at timestamptz not null,
  -- No foreign key: the one statement that writes attempts takes their reminders from the rows it has just changed.
  primary key (platform_holder_id, reminder_id, attempt_no)
  -- Every attempt is written once and settled once, soon after: with room beside it the second write touches no index.
) with (fillfactor = 50);
create index reminder_attempt_by_reference on reminder_attempt (message_reference);
-- Destination first, because whose message a number saw last is asked across holders.
create index reminder_attempt_by_destination on reminder_attempt (destination_key, platform_holder_id, handed_over_at);
create index reminder_attempt_to_erase on reminder_attempt (handed_over_at) where body is not null;

-- What providers told us, append-only and once each. Without a holder until it is matched to an attempt.
create table delivery_receipt (
  id uuid primary key,
  provider text not null,
  message_reference uuid,
  provider_message_id text not null default '',
  state text not null,
  reason_code text,
  provider_code text not null default '',
  provider_at timestamptz,
  platform_holder_id uuid,
  received_at timestamptz not null default tijdig_now(),
  applied_at timestamptz
);
create unique index delivery_receipt_once on delivery_receipt
  (provider, coalesce(message_reference::text, ''), provider_message_id, state, provider_code, coalesce(provider_at, '-infinity'));
create index delivery_receipt_by_reference on delivery_receipt (message_reference);
create index delivery_receipt_unmatched on delivery_receipt (received_at) where applied_at is null;

-- Opt-outs: they beat everything. History is in audit_event.
create table suppression (
  platform_holder_id uuid not null references platform_holder,
  channel text not null check (channel in ('sms', 'email')),
  contact_key bytea not null,
  is_active boolean not null,
  source text not null check (source in ('sms_reply', 'list_unsubscribe', 'staff', 'provider', 'app')),
  changed_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, channel, contact_key)
);
-- Opt-outs for all platform holders.
create table suppression_everywhere (
  channel text not null check (channel in ('sms', 'email')),
  contact_key bytea not null,
  is_active boolean not null,
  source text not null,
  changed_at timestamptz not null default tijdig_now(),
  primary key (channel, contact_key)
);

create table inbound_sms (
  id uuid primary key,
  provider text not null,
  provider_message_id text not null,
  sender_key bytea not null,
  sender text,
  recipient text,
  body text,
  meaning text not null check (meaning in ('confirm', 'stop', 'stop_all', 'start', 'other')),
  platform_holder_id uuid,
  appointment_id uuid,
  received_at timestamptz not null default tijdig_now(),
  handled_at timestamptz,
  unique (provider, provider_message_id)
);

-- Hand-overs per holder and hour, for the volume breaker.
create table reminder_volume (
  platform_holder_id uuid not null references platform_holder,
  hour timestamptz not null,
  handed_over integer not null,
  primary key (platform_holder_id, hour)
);

-- One row per worker process: shows that somebody is sending, and how fresh its clock and zone data are.
create table worker_heartbeat (
  worker_id uuid primary key,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  tzdb_version text not null
);

create function find_attempt_holders(reference uuid) returns table (platform_holder_id uuid)
language sql stable security definer set search_path = public
as $$ select distinct a.platform_holder_id from reminder_attempt a where a.message_reference = reference $$;

-- The holder whose message was handed over last to this contact before the given instant.
create function find_last_told(key bytea, wanted_channel text)
returns table (platform_holder_id uuid, reminder_id uuid)
language sql stable security definer set search_path = public
as $$
  select a.platform_holder_id, a.reminder_id from reminder_attempt a
  where a.destination_key = key and a.channel = wanted_channel and a.state <> 'failed'
  order by a.handed_over_at desc, a.attempt_no desc limit 1
$$;
alter function find_attempt_holders(uuid) owner to tijdig_operator;
alter function find_last_told(bytea, text) owner to tijdig_operator;
revoke execute on function find_attempt_holders(uuid), find_last_told(bytea, text) from public;
grant execute on function find_attempt_holders(uuid), find_last_told(bytea, text) to tijdig_api, tijdig_worker;

do $$
declare
  table_name text;
begin
  foreach table_name in array array['reminder_policy', 'reminder', 'reminder_attempt', 'suppression', 'reminder_volume'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy bound on %I to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
                    with check (platform_holder_id = bound_holder())', table_name);
    execute format('create policy operator on %I to tijdig_operator using (true) with check (true)', table_name);
    execute format('grant select, insert, update on %I to tijdig_api, tijdig_worker, tijdig_operator', table_name);
  end loop;
  foreach table_name in array array['delivery_receipt', 'inbound_sms'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy bound on %I to tijdig_api, tijdig_worker
                    using (platform_holder_id is null or platform_holder_id = bound_holder())
                    with check (platform_holder_id is null or platform_holder_id = bound_holder())', table_name);
    execute format('create policy operator on %I to tijdig_operator using (true) with check (true)', table_name);
    execute format('grant select, insert, update on %I to tijdig_api, tijdig_worker, tijdig_operator', table_name);
  end loop;
end
$$;
-- The one thing the worker sees across tenants: reminders that the engine must look at.
create policy worker_claims on reminder for all to tijdig_worker using (run_at is not null) with check (true);

grant select, insert, update on suppression_everywhere to tijdig_api, tijdig_worker, tijdig_operator;
grant select, insert, update, delete on worker_heartbeat to tijdig_worker, tijdig_operator;
grant select on worker_heartbeat to tijdig_api;
