-- Reminders: what a holder wants sent, each message that is planned, each try to send it, and who wants none.

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
  updated_at timestamptz not null default tijdig_now(),
  -- Whether text messages keep the letters of their language or are written in plain Latin ones, which cost less.
  sms_alphabet text not null default 'natural' check (sms_alphabet in ('natural', 'plain_latin'))
);
-- Whose number an answer reached.
create index reminder_policy_by_sender on reminder_policy ((sms_sender->>'value'));
alter table reminder_policy enable row level security, force row level security;
create policy bound on reminder_policy to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy bound_to_set on reminder_policy to tijdig_worker using (platform_holder_id in (select unnest(bound_holders())));
create policy operator on reminder_policy to tijdig_operator using (true) with check (true);
grant select, insert, update on reminder_policy to tijdig_api, tijdig_worker, tijdig_operator;

-- Whether another holder sends from a number. Holders who choose the same one at the same time are asked one after the other.
create function is_sender_of_another(holder uuid, number text) returns boolean
language sql volatile security definer set search_path = public, pg_temp
as $$
  select pg_advisory_xact_lock(hashtextextended('sender ' || number, 0));
  select exists (
    select 1 from reminder_policy p join platform_holder h using (platform_holder_id)
    where p.sms_sender->>'value' = number and p.platform_holder_id <> holder and h.status in ('draft', 'active'))
$$;
alter function is_sender_of_another(uuid, text) owner to tijdig_operator;
revoke execute on function is_sender_of_another(uuid, text) from public;
grant execute on function is_sender_of_another(uuid, text) to tijdig_api;

-- One planned message for one appointment, schedule revision and offset. The state machine is told in docs/reminders.md.
create table reminder (
  platform_holder_id uuid not null,
  id uuid not null,
  appointment_id uuid not null,
  schedule_revision integer not null,
  kind text not null check (kind in ('confirmation', 'reminder', 'confirm_prompt', 'change', 'cancellation', 'answer')),
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
  -- Since when it is held; changes only when a row begins or ceases to be.
  held_at timestamptz,
  -- The place the recipient was told in a message, beside the start: decides whether a notice of another place is owed (G3).
  -- Null where the message named none.
  told_location_id text,
  told_place text,
  primary key (platform_holder_id, id),
  foreign key (platform_holder_id, appointment_id) references appointment,
  constraint reminder_once unique (platform_holder_id, appointment_id, schedule_revision, offset_key, kind),
  constraint reminder_end_has_reason check (
    state in ('planned', 'claimed', 'handed_over', 'sent', 'delivered') or reason_code is not null)
) with (fillfactor = 50);
-- PostgreSQL keeps a write out of the indexes only when none of them, their conditions included, looks at what it changes. So no index
-- asks for `state`, which a claim and the record of an outcome change; they leave the stage and the reason alone.
create index reminder_due on reminder (run_at) where stage = 1;
-- Each channel is claimed by itself, so that what waits for one provider never stands before what another one would take. A worker
-- that is behind takes what can be saved for the shortest time first.
create index reminder_due_by_channel on reminder (channel, run_at) where stage = 1;
create index reminder_latest_by_channel on reminder (channel, latest_at) where stage = 1;
create index reminder_follow_up on reminder (run_at) where stage = 2 and run_at is not null;
create index reminder_held on reminder (platform_holder_id, id) where reason_code in ('volume_review', 'awaiting_new_time');
-- Rows that are held now, found without walking over what was held once and ended with the same reason.
create index reminder_held_now on reminder (latest_at) where held_at is not null;
alter table reminder enable row level security, force row level security;
create policy bound on reminder to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy bound_to_set on reminder to tijdig_worker using (platform_holder_id in (select unnest(bound_holders())));
-- The one thing the worker sees across tenants: reminders that the engine must look at.
create policy worker_claims on reminder for all to tijdig_worker using (run_at is not null) with check (true);
create policy operator on reminder to tijdig_operator using (true) with check (true);
grant select, insert, update on reminder to tijdig_api, tijdig_worker, tijdig_operator;
grant delete on reminder to tijdig_operator;

create function note_held() returns trigger language plpgsql as $$
begin
  new.held_at := case when new.state = 'held' then coalesce(old.held_at, tijdig_now()) end;
  return new;
end
$$;
revoke execute on function note_held() from public;
create trigger reminder_begins_held before insert on reminder for each row
  when (new.state = 'held') execute function note_held();
create trigger reminder_held_or_not before update of state on reminder for each row
  when (new.state = 'held' or old.state = 'held') execute function note_held();

-- A reminder that a worker claims looks as before until it is handed over.
create function note_reminder_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into holder_change (platform_holder_id, area)
  select distinct c.platform_holder_id, 'appointments' from changed c where c.state <> 'claimed'
  on conflict do nothing;
  return null;
end
$$;
alter function note_reminder_change() owner to tijdig_operator;
revoke execute on function note_reminder_change() from public;
create trigger reminder_added after insert on reminder
  referencing new table as changed for each statement execute function note_reminder_change();
create trigger reminder_changed after update on reminder
  referencing new table as changed for each statement execute function note_reminder_change();

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
  -- Whether the message was written in another language than the one asked for (G12).
  is_locale_fallback boolean not null default false,
  -- When the provider's list first did not have a message of unknown fate. One such look proves nothing; a second one, later, does.
  absent_at timestamptz,
  -- In UTC. A column, because row-level security lets no expression on it into an index search.
  handed_over_month date not null generated always as (date_trunc('month', handed_over_at at time zone 'UTC')::date) stored,
  -- Whether this attempt's departure is told apart from its record: then nothing of it has left while its row is `handed_over` and has
  -- its lease, and the lease is cleared before the step by which the provider accepts it. False for providers that accept by one call.
  tells_departure boolean not null default false,
  -- No foreign key: the one statement that writes attempts takes their reminders from the rows it has just changed.
  primary key (platform_holder_id, reminder_id, attempt_no)
  -- Every attempt is written once and settled once, soon after: with room beside it the second write touches no index.
) with (fillfactor = 50);
create index reminder_attempt_by_reference on reminder_attempt (message_reference);
-- Whom messages went to is asked of the last day or week for each that is sent, and of all time when somebody answers or is erased,
-- across holders. With the month first, entries of new attempts stand together; with the key first, each changed a page of its own
-- among those of two years.
create index reminder_attempt_by_destination on reminder_attempt (handed_over_month, destination_key, platform_holder_id, handed_over_at);
create index reminder_attempt_to_erase on reminder_attempt (handed_over_at) where body is not null;
alter table reminder_attempt enable row level security, force row level security;
create policy bound on reminder_attempt to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy bound_to_set on reminder_attempt to tijdig_worker using (platform_holder_id in (select unnest(bound_holders())));
create policy operator on reminder_attempt to tijdig_operator using (true) with check (true);
grant select, insert, update on reminder_attempt to tijdig_api, tijdig_worker, tijdig_operator;
-- An attempt that was recorded and surely never made is taken back: the worker that recorded it says so.
grant delete on reminder_attempt to tijdig_worker, tijdig_operator;

-- The months of which there are attempts, of all holders: a step in that index for each.
create function attempt_months() returns setof date
language sql stable security definer set search_path = public, pg_temp
as $$
  with recursive months as (
    select min(handed_over_month) as month from reminder_attempt
    union all
    select (select min(a.handed_over_month) from reminder_attempt a where a.handed_over_month > m.month) from months m where m.month is not null)
  select month from months where month is not null
$$;
alter function attempt_months() owner to tijdig_operator;
revoke execute on function attempt_months() from public;

create function find_attempt_holders(reference uuid) returns table (platform_holder_id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$ select distinct a.platform_holder_id from reminder_attempt a where a.message_reference = reference $$;
alter function find_attempt_holders(uuid) owner to tijdig_operator;
revoke execute on function find_attempt_holders(uuid) from public;
grant execute on function find_attempt_holders(uuid) to tijdig_api, tijdig_worker;

-- What providers told us, append-only and once each. Without a holder until it is matched to an attempt: the
-- API stores such a row and never sees one again, because only workers match them. The statement that inserts a row still sees it, so that
-- it can tell a new one.
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
  applied_at timestamptz,
  -- One that fits no attempt is tried again after pauses that grow, without keeping newer ones waiting.
  retry_at timestamptz
);
create unique index delivery_receipt_once on delivery_receipt
  (provider, coalesce(message_reference::text, ''), provider_message_id, state, provider_code, coalesce(provider_at, '-infinity'));
create index delivery_receipt_by_reference on delivery_receipt (message_reference);
create index delivery_receipt_unmatched on delivery_receipt (received_at) where applied_at is null;
create index delivery_receipt_to_match on delivery_receipt (retry_at) where retry_at is not null;
-- For the median wait for receipts of the last hour.
create index delivery_receipt_by_age on delivery_receipt (received_at);
-- Receipts of nothing we sent as a reminder go after 30 days, found without walking over those that stay.
create index delivery_receipt_of_nobody on delivery_receipt (received_at) where platform_holder_id is null;
alter table delivery_receipt enable row level security, force row level security;
create policy bound on delivery_receipt to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy unmatched_insert on delivery_receipt for insert to tijdig_api with check (platform_holder_id is null);
create policy unmatched_now on delivery_receipt for select to tijdig_api
  using (platform_holder_id is null and received_at = tijdig_now());
create policy bound_or_unmatched on delivery_receipt to tijdig_worker
  using (platform_holder_id is null or platform_holder_id = bound_holder())
  with check (platform_holder_id is null or platform_holder_id = bound_holder());
create policy operator on delivery_receipt to tijdig_operator using (true) with check (true);
grant select, insert, update on delivery_receipt to tijdig_api, tijdig_worker, tijdig_operator;
grant delete on delivery_receipt to tijdig_operator;

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
alter table suppression enable row level security, force row level security;
create policy bound on suppression to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy bound_to_set on suppression to tijdig_worker using (platform_holder_id in (select unnest(bound_holders())));
create policy operator on suppression to tijdig_operator using (true) with check (true);
grant select, insert, update on suppression to tijdig_api, tijdig_worker, tijdig_operator;

-- Opt-outs for all platform holders.
create table suppression_everywhere (
  channel text not null check (channel in ('sms', 'email')),
  contact_key bytea not null,
  is_active boolean not null,
  source text not null,
  changed_at timestamptz not null default tijdig_now(),
  primary key (channel, contact_key)
);
grant select, insert, update on suppression_everywhere to tijdig_api, tijdig_worker, tijdig_operator;

/*
 * The opt-outs that stand for a recipient: for one holder by the contacts that holder has of them, for all holders (then
 * without a holder) by any of those or by their own, given as keys. The list itself is by contact, not by person (G9).
 */
create function list_own_opt_outs(own_phone bytea, own_email bytea)
returns table (platform_holder_id uuid, channel text, source text, changed_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  with contact as (
    select distinct a.platform_holder_id, a.recipient_phone_key, a.recipient_email_key
    from appointment a where a.recipient_id = bound_recipient()
  ), known as (
    select c.platform_holder_id, 'sms' as channel, c.recipient_phone_key as key from contact c where c.recipient_phone_key is not null
    union select c.platform_holder_id, 'email', c.recipient_email_key from contact c where c.recipient_email_key is not null
  )
  select k.platform_holder_id, k.channel, s.source, s.changed_at
  from known k join suppression s on s.platform_holder_id = k.platform_holder_id and s.channel = k.channel and s.contact_key = k.key
  where s.is_active
  union all
  select null, e.channel, e.source, e.changed_at
  from (select k.channel, k.key from known k union select 'sms', own_phone union select 'email', own_email) k
  join suppression_everywhere e on e.channel = k.channel and e.contact_key = k.key
  where e.is_active
$$;
alter function list_own_opt_outs(bytea, bytea) owner to tijdig_operator;
revoke execute on function list_own_opt_outs(bytea, bytea) from public;
grant execute on function list_own_opt_outs(bytea, bytea) to tijdig_api;

-- Hand-overs per holder and hour, for the volume breaker, which looks back 14 days; what is older goes.
create table reminder_volume (
  platform_holder_id uuid not null references platform_holder,
  hour timestamptz not null,
  handed_over integer not null,
  primary key (platform_holder_id, hour)
);
create index reminder_volume_by_hour on reminder_volume (hour);
alter table reminder_volume enable row level security, force row level security;
create policy bound on reminder_volume to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy bound_to_set on reminder_volume to tijdig_worker using (platform_holder_id in (select unnest(bound_holders())));
create policy operator on reminder_volume to tijdig_operator using (true) with check (true);
grant select, insert, update on reminder_volume to tijdig_api, tijdig_worker, tijdig_operator;
grant delete on reminder_volume to tijdig_operator;

-- One row per worker process: shows that somebody is sending, and how fresh its clock and zone data are.
create table worker_heartbeat (
  worker_id uuid primary key,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  tzdb_version text not null
);
grant select, insert, update, delete on worker_heartbeat to tijdig_worker, tijdig_operator;
grant select on worker_heartbeat to tijdig_api;
