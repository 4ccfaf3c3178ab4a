-- expand
-- What becomes of appointments, messages and requests, told to whoever builds on them. An event is written in the transaction of its
-- change and numbered after the commit, so that numbers have no gaps and none appears behind one that was read.

-- Who has events at all: without a row here none is written. Begins with the first endpoint or the first read of the feed.
create table event_stream (
  platform_holder_id uuid primary key references platform_holder,
  last_sequence bigint not null default 0,
  enabled_at timestamptz not null default tijdig_now()
);
alter table event_stream enable row level security, force row level security;
create policy bound on event_stream to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on event_stream to tijdig_operator using (true) with check (true);
grant select, insert on event_stream to tijdig_api, tijdig_operator;
grant select, update on event_stream to tijdig_worker;

-- Ordered by time, as those that the processes make (RFC 9562, version 7); PostgreSQL has one of its own only from 18 on.
create function event_id() returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- Ids, states and names of fields that changed: no names, contacts, texts or times of visits.
create table event (
  platform_holder_id uuid not null references event_stream,
  id uuid not null default event_id(),
  -- Null until it is numbered.
  sequence bigint,
  type text not null check (type ~ '^[a-z_]+(\.[a-z_]+)?$'),
  schema_version smallint not null,
  occurred_at timestamptz not null default tijdig_now(),
  subject_id uuid not null,
  subject_version integer,
  data jsonb not null check (octet_length(data::text) <= 6144),
  primary key (platform_holder_id, id),
  constraint event_sequence unique (platform_holder_id, sequence)
);
create index event_unnumbered on event (platform_holder_id, id) where sequence is null;
create index event_by_age on event (occurred_at);
alter table event enable row level security, force row level security;
create policy bound on event to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
-- What a worker sees of all holders: that there is something to number.
create policy worker_numbers on event for select to tijdig_worker using (sequence is null);
create policy operator on event to tijdig_operator using (true) with check (true);
grant select, insert on event to tijdig_api;
grant select, insert, update on event to tijdig_worker;
grant select, insert, delete on event to tijdig_operator;

-- What became of messages, wherever a statement writes it: batches of sending, receipts, plans, erasures. Statements of holders
-- without a stream pay one look-up for each holder. Made anew each time, because how many rows there are decides how to join them.
create function tell_of_reminders() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  has_changed text := case when tg_op = 'UPDATE' then
    'join earlier e on e.platform_holder_id = c.platform_holder_id and e.id = c.id and e.state <> c.state' else '' end;
begin
  if exists (select from event_stream s where s.platform_holder_id in (select distinct c.platform_holder_id from changed c)) then
    execute 'insert into event (platform_holder_id, type, schema_version, subject_id, data)
      select c.platform_holder_id, ''reminder.'' || replace(c.state, ''undelivered'', ''failed''), 1, c.id,
        jsonb_build_object(''appointmentId'', c.appointment_id, ''locationId'', a.location_id, ''kind'', c.kind, ''offset'', c.offset_key,
          ''channel'', c.channel, ''state'', c.state, ''reasonCode'', c.reason_code)
      from changed c join event_stream s on s.platform_holder_id = c.platform_holder_id
      join appointment a on a.platform_holder_id = c.platform_holder_id and a.id = c.appointment_id ' || has_changed || '
      where c.state in (''sent'', ''delivered'', ''undelivered'', ''failed'', ''suppressed'', ''expired'', ''unknown'')
      order by c.id';
  end if;
  return null;
end
$$;
alter function tell_of_reminders() owner to tijdig_operator;
revoke execute on function tell_of_reminders() from public;
create trigger reminder_added_tells after insert on reminder
  referencing new table as changed for each statement execute function tell_of_reminders();
create trigger reminder_changed_tells after update on reminder
  referencing old table as earlier new table as changed for each statement execute function tell_of_reminders();
