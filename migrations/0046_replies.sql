-- An opt-out by mail finds the appointments of one address, however many its holder has, as one by telephone does.
create index appointment_by_email on appointment (platform_holder_id, recipient_email_key, starts_at) where recipient_email_key is not null;

-- Whose number an answer reached.
create index reminder_policy_by_sender on reminder_policy ((sms_sender->>'value'));

-- The message that an answer from a contact to a number is to: the last one that left from that number and may have
-- arrived, or with `is_from_any` and when nobody sends from that number, from whichever.
create function find_answered_message(key bytea, reached text, is_from_any boolean)
returns table (platform_holder_id uuid, reminder_id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  select a.platform_holder_id, a.reminder_id from reminder_attempt a
  where a.destination_key = key and a.channel = 'sms' and a.state not in ('failed', 'undelivered')
    and (a.sender = reached
      or is_from_any and not exists (select 1 from reminder_policy p where p.sms_sender->>'value' = reached))
  order by a.sender = reached desc, a.handed_over_at desc, a.message_reference desc, a.reminder_id limit 1
$$;

-- What a contact was told of from a number in the seven days before an answer, at all holders, and may still say yes to.
create function list_open_questions(key bytea, asked_from text, answered_at timestamptz)
returns table (platform_holder_id uuid, appointment_id uuid, is_prompt boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select p.platform_holder_id, p.id, bool_or(r.kind = 'confirm_prompt')
  from reminder_attempt a
  join reminder r on r.platform_holder_id = a.platform_holder_id and r.id = a.reminder_id
  join appointment p on p.platform_holder_id = r.platform_holder_id and p.id = r.appointment_id and p.schedule_revision = r.schedule_revision
  where a.destination_key = key and a.channel = 'sms' and a.sender = asked_from and a.state not in ('failed', 'undelivered')
    and a.handed_over_at between answered_at - interval '7 days' and answered_at
    and p.status = 'registered' and p.starts_at > answered_at and p.confirmed_revision is distinct from p.schedule_revision
  group by p.platform_holder_id, p.id
  order by p.platform_holder_id, p.id limit 100
$$;

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

-- What the webhook asks is for the API, what the answer asks for the worker.
do $$
declare
  called record;
begin
  for called in select * from (values
    ('find_answered_message(bytea, text, boolean)', 'tijdig_api'), ('opt_out_by_number(text, bytea, boolean, uuid, text)', 'tijdig_api'),
    ('list_open_questions(bytea, text, timestamptz)', 'tijdig_worker'), ('describe_sender(text, bytea, timestamptz)', 'tijdig_worker'),
    ('list_ahead_of_number(bytea)', 'tijdig_worker')) f(signature, role_name) loop
    execute format('alter function %s owner to tijdig_operator', called.signature);
    execute format('revoke execute on function %s from public', called.signature);
    execute format('grant execute on function %s to %I', called.signature, called.role_name);
  end loop;
end
$$;
