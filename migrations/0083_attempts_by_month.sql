-- Whom messages went to is asked of the last day or week for each that is sent, and of all time when somebody answers or is erased. With the
-- month (UTC) first, entries of new attempts stand together; with the key first, each changed a page of its own among those of two years.
-- A column, because row-level security lets no expression on it into an index search. Adding it writes the table anew.
alter table reminder_attempt add column handed_over_month date not null
  generated always as (date_trunc('month', handed_over_at at time zone 'UTC')::date) stored;
drop index reminder_attempt_by_destination;
create index reminder_attempt_by_destination on reminder_attempt (handed_over_month, destination_key, platform_holder_id, handed_over_at);

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

-- Both as before, by month.
create or replace function find_answered_message(key bytea, reached text, is_from_any boolean)
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
  group by p.platform_holder_id, p.id
  order by p.platform_holder_id, p.id limit 100
$$;

-- Nobody asks any more.
drop function find_last_told(bytea, text);
