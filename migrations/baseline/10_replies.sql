-- Replies: text messages that came in, and what they may be about.

-- What fits no message of ours belongs to no holder. The API stores such a row and never sees one again: only workers match and
-- answer them. The statement that inserts a row still sees it, so that it can tell a new one.
create table inbound_sms (
  id uuid primary key,
  provider text not null,
  provider_message_id text not null,
  sender_key bytea not null,
  sender text,
  recipient text,
  body text,
  meaning text not null check (meaning in ('confirm', 'declined', 'stop', 'stop_all', 'stop_unclear', 'start', 'help', 'other')),
  platform_holder_id uuid,
  appointment_id uuid,
  received_at timestamptz not null default tijdig_now(),
  handled_at timestamptz,
  -- What an answer was about, and what became of it; null while it is not seen to.
  reminder_id uuid,
  outcome text check (outcome in ('nobody', 'done', 'told_staff', 'unread')),
  unique (provider, provider_message_id)
);
create index inbound_sms_with_text on inbound_sms (received_at) where body is not null;
create index inbound_sms_by_age on inbound_sms (received_at);
create index inbound_sms_unmatched on inbound_sms (sender_key, received_at) where platform_holder_id is null;
-- The timeline of an appointment shows what was replied to its messages.
create index inbound_sms_by_reminder on inbound_sms (platform_holder_id, reminder_id, received_at) where reminder_id is not null;
alter table inbound_sms enable row level security, force row level security;
create policy bound on inbound_sms to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy unmatched_insert on inbound_sms for insert to tijdig_api with check (platform_holder_id is null);
create policy unmatched_now on inbound_sms for select to tijdig_api
  using (platform_holder_id is null and received_at = tijdig_now());
create policy bound_or_unmatched on inbound_sms to tijdig_worker
  using (platform_holder_id is null or platform_holder_id = bound_holder())
  with check (platform_holder_id is null or platform_holder_id = bound_holder());
create policy operator on inbound_sms to tijdig_operator using (true) with check (true);
grant select, insert, update on inbound_sms to tijdig_api, tijdig_worker, tijdig_operator;
grant delete on inbound_sms to tijdig_operator;

-- Replies that answered nobody, for the copy of the recipient who asks: from the number that is theirs, since it is. Its key
-- cannot be guessed, and is the proof of knowing the number.
create function own_unmatched_replies(key bytea) returns setof inbound_sms
language sql stable security definer set search_path = public, pg_temp
as $$
  select i.* from inbound_sms i
  where i.platform_holder_id is null and i.sender_key = key and i.received_at >= own_number_since()
$$;
alter function own_unmatched_replies(bytea) owner to tijdig_operator;
revoke execute on function own_unmatched_replies(bytea) from public;
grant execute on function own_unmatched_replies(bytea) to tijdig_api;

-- The message that an answer from a contact to a number is to: the last one that left from that number and may have
-- arrived, or with `is_from_any` and when nobody sends from that number, from whichever.
create function find_answered_message(key bytea, reached text, is_from_any boolean)
returns table (platform_holder_id uuid, reminder_id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  select a.platform_holder_id, a.reminder_id from reminder_attempt a
  where a.handed_over_month = any(array(select attempt_months()))
    and a.destination_key = key and a.channel = 'sms' and a.state not in ('failed', 'undelivered')
    and (a.sender = reached
      or is_from_any and not exists (select 1 from reminder_policy p where p.sms_sender->>'value' = reached))
  order by a.sender = reached desc, a.handed_over_at desc, a.message_reference desc, a.reminder_id limit 1
$$;
alter function find_answered_message(bytea, text, boolean) owner to tijdig_operator;
revoke execute on function find_answered_message(bytea, text, boolean) from public;
grant execute on function find_answered_message(bytea, text, boolean) to tijdig_api;

-- What a contact was told of from a number in the seven days before an answer, at all holders, and may still say yes to.
create function list_open_questions(key bytea, asked_from text, answered_at timestamptz)
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
  group by p.platform_holder_id, p.id
  order by p.platform_holder_id, p.id limit 100
$$;
alter function list_open_questions(bytea, text, timestamptz) owner to tijdig_operator;
revoke execute on function list_open_questions(bytea, text, timestamptz) from public;
grant execute on function list_open_questions(bytea, text, timestamptz) to tijdig_worker;

-- STOP or START from a contact that nobody wrote to, at the number it reached: for every holder that sends from it. Answers
-- how many opt-outs began or ended.
create function opt_out_by_number(reached text, key bytea, is_stop boolean, inbound uuid, request text) returns bigint
language sql security definer set search_path = public, pg_temp
as $$
  with holder as (
    select p.platform_holder_id from reminder_policy p where p.sms_sender->>'value' = reached),
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
alter function opt_out_by_number(text, bytea, boolean, uuid, text) owner to tijdig_operator;
revoke execute on function opt_out_by_number(text, bytea, boolean, uuid, text) from public;
grant execute on function opt_out_by_number(text, bytea, boolean, uuid, text) to tijdig_api;

-- The holders that send from a number: how many, and which when there is but one; and whether an opt-out of a contact from
-- them or from all holders ended since.
create function describe_sender(number text, key bytea, since timestamptz)
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
  where p.sms_sender->>'value' = number
$$;
alter function describe_sender(text, bytea, timestamptz) owner to tijdig_operator;
revoke execute on function describe_sender(text, bytea, timestamptz) from public;
grant execute on function describe_sender(text, bytea, timestamptz) to tijdig_worker;

-- Appointments ahead that would be told to a telephone number, of all holders.
create function list_ahead_of_number(key bytea) returns table (platform_holder_id uuid, appointment_id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  select h.platform_holder_id, a.id
  from platform_holder h cross join lateral (
    select p.id from appointment p
    where p.platform_holder_id = h.platform_holder_id and p.recipient_phone_key = key and p.starts_at > tijdig_now() and p.status = 'registered'
    offset 0) a
  order by h.platform_holder_id, a.id
$$;
alter function list_ahead_of_number(bytea) owner to tijdig_operator;
revoke execute on function list_ahead_of_number(bytea) from public;
grant execute on function list_ahead_of_number(bytea) to tijdig_worker;
