-- Reading the calendars staff chose. One row per calendar that is to be read; it follows the connection by the trigger below.
create table calendar_sync (
  platform_holder_id uuid not null,
  integration_id uuid not null,
  calendar_id text not null,
  -- When it is read next, on the product's clock.
  run_at timestamptz not null default tijdig_now(),
  -- Whoever holds the lease reads it; real time, because it is about a process being alive. Every write names it.
  lease_id uuid,
  leased_until timestamptz,
  -- Where the provider goes on; null: everything from the start.
  cursor text,
  -- A reading of everything: its number, by which events it saw are marked, its days, and whether it is under way.
  round integer not null default 0,
  is_round_open boolean not null default false,
  window_from timestamptz,
  window_to timestamptz,
  failures integer not null default 0,
  last_success_at timestamptz,
  primary key (platform_holder_id, integration_id, calendar_id),
  foreign key (platform_holder_id, integration_id) references integration_connection
);
create index calendar_sync_due on calendar_sync (run_at);

-- What is known of each event: its appointment, or why there is none. No names, addresses or texts.
create table calendar_event (
  platform_holder_id uuid not null,
  integration_id uuid not null,
  calendar_id text not null,
  event_key text not null,
  -- The object it stands in, where a provider tells of whole objects.
  object_key text,
  external_appointment_id text not null,
  starts_at timestamptz not null,
  outcome text not null check (outcome in ('appointment', 'no_recipient', 'refused')),
  -- Why there is no appointment, or why a change was refused.
  reason text,
  -- Whether an appointment was ever handed in for it and not cancelled since.
  has_appointment boolean not null,
  -- Keyed hash of what was made of it: when it is the same, nothing is to be done.
  fingerprint bytea not null,
  seen_round integer not null,
  updated_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, integration_id, calendar_id, event_key),
  foreign key (platform_holder_id, integration_id) references integration_connection
);
create index calendar_event_by_object on calendar_event (platform_holder_id, integration_id, calendar_id, object_key);
create index calendar_event_by_start on calendar_event (starts_at);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['calendar_sync', 'calendar_event'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy bound on %I to tijdig_worker using (platform_holder_id = bound_holder())
                    with check (platform_holder_id = bound_holder())', table_name);
    execute format('create policy operator on %I to tijdig_operator using (true) with check (true)', table_name);
    execute format('grant select, insert, update, delete on %I to tijdig_operator', table_name);
  end loop;
end
$$;
grant select, update on calendar_sync to tijdig_worker;
grant select, insert, update, delete on calendar_event to tijdig_worker;

-- Calendars are to be read while their connection is connected and they are selected, whoever changed either. A calendar
-- that comes back is read from the start, so that what changed meanwhile is seen; its events stay known. Requests have no right
-- to these rows of their own.
create function follow_integration_connection() returns trigger
language plpgsql security definer set search_path = public
as $$
declare
  chosen text[] := array(
    select distinct c->>'calendarId' from jsonb_array_elements(new.calendars) c
    where new.status = 'connected' and (c->>'selected')::boolean and octet_length(c->>'calendarId') <= 1500);
begin
  delete from calendar_sync s
  where s.platform_holder_id = new.platform_holder_id and s.integration_id = new.integration_id and s.calendar_id <> all (chosen);
  insert into calendar_sync (platform_holder_id, integration_id, calendar_id, round)
  select new.platform_holder_id, new.integration_id, c, coalesce((
    select max(e.seen_round) from calendar_event e
    where e.platform_holder_id = new.platform_holder_id and e.integration_id = new.integration_id and e.calendar_id = c), 0)
  from unnest(chosen) c
  on conflict do nothing;
  return null;
end
$$;
alter function follow_integration_connection() owner to tijdig_operator;
revoke execute on function follow_integration_connection() from public;
create trigger calendars_follow after insert or update of status, calendars on integration_connection
for each row execute function follow_integration_connection();

-- Calendars of all holders that are due and in nobody's hands: ids only.
create function find_due_calendars(page_size integer)
returns table (platform_holder_id uuid, integration_id uuid, provider text, calendar_id text)
language sql stable security definer set search_path = public
as $$
  select s.platform_holder_id, s.integration_id, c.provider, s.calendar_id
  from calendar_sync s
  join integration_connection c using (platform_holder_id, integration_id)
  join platform_holder h using (platform_holder_id)
  where s.run_at <= tijdig_now() and (s.leased_until is null or s.leased_until < now()) and h.status = 'active'
  order by s.run_at
  limit page_size
$$;
alter function find_due_calendars(integer) owner to tijdig_operator;
revoke execute on function find_due_calendars(integer) from public;
grant execute on function find_due_calendars(integer) to tijdig_worker;
