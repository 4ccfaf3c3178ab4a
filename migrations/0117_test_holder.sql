-- expand
-- Organizations that are for trying: whatever they send is kept in an inbox, and no provider is called.

alter table platform_holder add column is_test boolean not null default false;

-- Decided when it is made: what was tried must not begin to reach people, and what reaches people must not vanish.
create function keep_test_holder() returns trigger
language plpgsql
as $$
begin
  raise check_violation using message = 'Whether an organization is for tests is decided when it is made';
end
$$;
create trigger holder_stays_as_made before update of is_test on platform_holder
  for each row when (old.is_test is distinct from new.is_test) execute function keep_test_holder();

-- What test organizations sent and what was answered to it, instead of a provider.
create table test_inbox_message (
  platform_holder_id uuid not null references platform_holder,
  id uuid not null,
  -- Of the hand-over that put it here; of an answer its own.
  reference uuid not null,
  channel text not null
    constraint test_inbox_message_channel_check check (channel in ('sms', 'email')),
  -- Written on the page of the inbox, as if by the person it went to.
  is_reply boolean not null default false,
  sender text not null,
  destination text not null,
  -- Of the person's number or address, as in `reminder_attempt`.
  contact_key bytea not null,
  subject text,
  body text not null,
  locale text,
  appointment_id uuid,
  created_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, id),
  unique (platform_holder_id, reference)
);
create index test_inbox_message_by_age on test_inbox_message (created_at);
alter table test_inbox_message enable row level security, force row level security;
create policy bound on test_inbox_message to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on test_inbox_message to tijdig_operator using (true) with check (true);
grant select, insert on test_inbox_message to tijdig_api, tijdig_worker;
grant select, insert, update, delete on test_inbox_message to tijdig_operator;

-- What test organizations sent reached nobody: no telephone answers it, and no number is known by it.
create or replace function find_answered_message(key bytea, reached text, is_from_any boolean)
returns table (platform_holder_id uuid, reminder_id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  select a.platform_holder_id, a.reminder_id from reminder_attempt a
  where a.handed_over_month = any(array(select attempt_months()))
    and a.destination_key = key and a.channel = 'sms' and a.state not in ('failed', 'undelivered')
    and a.provider <> 'test_inbox'
    and (a.sender = reached
      or is_from_any and not exists (
        select 1 from reminder_policy p join platform_holder h using (platform_holder_id)
        where p.sms_sender->>'value' = reached and not h.is_test))
  order by a.sender = reached desc, a.handed_over_at desc, a.message_reference desc, a.reminder_id limit 1
$$;

-- An answer in an inbox is about what is in that inbox; one from a telephone about what reached telephones.
create or replace function list_open_questions(key bytea, asked_from text, answered_at timestamptz)
returns table (platform_holder_id uuid, appointment_id uuid, is_prompt boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select p.platform_holder_id, p.id, bool_or(r.kind = 'confirm_prompt')
  from reminder_attempt a
  join reminder r on r.platform_holder_id = a.platform_holder_id and r.id = a.reminder_id
  join appointment p on p.platform_holder_id = r.platform_holder_id and p.id = r.appointment_id and p.schedule_revision = r.schedule_revision
  where a.handed_over_month in (date_trunc('month', (answered_at - interval '7 days') at time zone 'UTC')::date, date_trunc('month', answered_at at time zone 'UTC')::date)
    and a.destination_key = key and a.channel = 'sms' and a.sender = asked_from and a.state not in ('failed', 'undelivered')
    and a.handed_over_at between answered_at - interval '7 days' and answered_at
    and p.status = 'registered' and p.starts_at > answered_at and p.confirmed_revision is distinct from p.schedule_revision
    and case when exists (select 1 from platform_holder h where h.platform_holder_id = bound_holder() and h.is_test)
      then a.platform_holder_id = bound_holder()
      else a.provider <> 'test_inbox' end
  group by p.platform_holder_id, p.id
  order by p.platform_holder_id, p.id limit 100
$$;

-- No code goes to whom only test organizations know: a code in an inbox would let its readers sign in as the owner of the number.
create or replace function is_recipient_contact(phone_key bytea)
returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (
    select 1 from platform_holder h
    where h.status = 'active' and not h.is_test and exists (
      select 1 from appointment a
      where a.platform_holder_id = h.platform_holder_id and a.recipient_phone_key = phone_key and a.recipient_phone is not null))
$$;

-- A telephone reaches no test organization.
create or replace function opt_out_by_number(reached text, key bytea, is_stop boolean, inbound uuid, request text) returns bigint
language sql security definer set search_path = public, pg_temp
as $$
  with holder as (
    select p.platform_holder_id from reminder_policy p join platform_holder h using (platform_holder_id)
    where p.sms_sender->>'value' = reached and not h.is_test),
  began as (
    insert into suppression as s (platform_holder_id, channel, contact_key, is_active, source)
    select h.platform_holder_id, 'sms', key, true, 'sms_reply' from holder h where is_stop order by 1
    on conflict (platform_holder_id, channel, contact_key) do update
      set is_active = true, source = excluded.source, changed_at = tijdig_now() where not s.is_active or s.source = 'app'
    returning s.platform_holder_id),
  ended as (
    update suppression s set is_active = false, source = 'sms_reply', changed_at = tijdig_now()
    from holder h
    where not is_stop and s.platform_holder_id = h.platform_holder_id and s.channel = 'sms' and s.contact_key = key
      and s.is_active and s.source in ('sms_reply', 'app', 'provider')
    returning s.platform_holder_id),
  noted as (
    insert into audit_event (platform_holder_id, actor_kind, action, request_id, subjects, detail)
    select c.platform_holder_id, 'recipient', 'inboundSms', request, array[inbound],
      jsonb_build_object('meaning', case when is_stop then 'stop' else 'start' end)
    from (select platform_holder_id from began union all select platform_holder_id from ended) c
    returning 1)
  select count(*) from noted
$$;

create or replace function describe_sender(number text, key bytea, since timestamptz)
returns table (holders bigint, display_name text, default_locale text, is_lifted boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select count(*), case count(*) when 1 then min(h.display_name) end, case count(*) when 1 then min(h.default_locale) end,
    coalesce(bool_or(s.changed_at is not null), false) or exists (
      select 1 from suppression_everywhere e
      where e.channel = 'sms' and e.contact_key = key and not e.is_active and e.changed_at >= since)
  from reminder_policy p
  join platform_holder h using (platform_holder_id)
  left join suppression s on s.platform_holder_id = p.platform_holder_id and s.channel = 'sms' and s.contact_key = key
    and not s.is_active and s.changed_at >= since
  where p.sms_sender->>'value' = number and not h.is_test
$$;

create or replace view holder_of_person as
  select h.platform_holder_id, h.display_name, h.whatsapp_number, h.website_url, h.default_locale,
    h.communication_inbox_email, h.scheduling_setup->'locations' as locations, h.is_test
  from platform_holder h
  where exists (select 1 from recipient_link l
                where l.recipient_id = bound_recipient() and l.platform_holder_id = h.platform_holder_id);
