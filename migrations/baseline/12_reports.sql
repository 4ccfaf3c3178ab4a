-- Reports.

-- Counts of days that are over, so that a report over a year reads some thousand rows and not every appointment of it. A day
-- is counted when it has been over for three days; whatever changes it after that makes it stale until it is counted again.
create table report_day (
  platform_holder_id uuid not null references platform_holder,
  -- A local day in `timezone`, the holder's when it was counted.
  day date not null,
  timezone text not null,
  is_stale boolean not null default false,
  counted_at timestamptz not null default tijdig_now(),
  -- When counting it last failed: it is left alone for a while, and the others go on.
  failed_at timestamptz,
  primary key (platform_holder_id, day)
);
create index report_day_stale on report_day (platform_holder_id, day) where is_stale;
alter table report_day enable row level security, force row level security;
create policy bound on report_day to tijdig_api using (platform_holder_id = bound_holder());
create policy operator on report_day to tijdig_operator using (true) with check (true);
grant select on report_day to tijdig_api;
grant select, insert, update, delete on report_day to tijdig_operator;

create table report_cell (
  platform_holder_id uuid not null,
  day date not null,
  grouping text not null check (grouping in ('day', 'channel', 'locale', 'appointmentType', 'leadTime')),
  key text not null,
  -- At most five of the people counted here: enough to see whether a group is too small to be shown.
  people uuid[] not null,
  appointments integer not null,
  confirmed integer not null,
  completed integer not null,
  no_show integer not null,
  cancel_requests integer not null,
  reschedule_requests integer not null,
  planned integer not null,
  pending integer not null,
  sent integer not null,
  awaiting_receipt integer not null,
  delivered integer not null,
  failed integer not null,
  unknown integer not null,
  suppressed integer not null,
  skipped integer not null,
  cancelled integer not null,
  expired integer not null,
  -- Outcomes, reach, answers, and how long before the start appointments were made. Null in cells that were counted before they
  -- were: such days are counted anew, and from their appointments until then.
  started integer,
  outcome_recorded integer,
  reached integer,
  answered integer,
  cancelled_early integer,
  outcomes_lead_0 integer,
  outcomes_lead_1 integer,
  outcomes_lead_2 integer,
  outcomes_lead_3 integer,
  outcomes_lead_4 integer,
  outcomes_lead_5 integer,
  primary key (platform_holder_id, day, grouping, key),
  foreign key (platform_holder_id, day) references report_day on delete cascade
);
create index report_cell_of_before on report_cell (platform_holder_id, day) where grouping = 'day' and reached is null;
alter table report_cell enable row level security, force row level security;
create policy bound on report_cell to tijdig_api using (platform_holder_id = bound_holder());
create policy operator on report_cell to tijdig_operator using (true) with check (true);
grant select on report_cell to tijdig_api;
grant select, insert, update, delete on report_cell to tijdig_operator;

-- How far each holder's days were counted.
create table report_progress (
  platform_holder_id uuid primary key references platform_holder,
  counted_until date not null,
  -- When to look at the holder again for a day to count: whoever has none rests, so that maintenance asks only for what may be due.
  look_at timestamptz not null default tijdig_now()
);
create index report_progress_by_look on report_progress (look_at);
alter table report_progress enable row level security, force row level security;
create policy bound on report_progress to tijdig_api using (platform_holder_id = bound_holder());
create policy operator on report_progress to tijdig_operator using (true) with check (true);
grant select on report_progress to tijdig_api;
grant select, insert, update, delete on report_progress to tijdig_operator;

create function begin_report_progress() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into report_progress (platform_holder_id, counted_until) values (new.platform_holder_id, '-infinity') on conflict do nothing;
  return null;
end
$$;
alter function begin_report_progress() owner to tijdig_operator;
revoke execute on function begin_report_progress() from public;
create trigger holder_begins_report after insert on platform_holder for each row execute function begin_report_progress();

-- Always writes the row, so that a change and a count of the same day wait for each other. Only of days of which every
-- appointment is old enough for the triggers below to see each of its changes.
create function mark_report_stale(holder uuid, instant timestamptz) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into report_day as d (platform_holder_id, day, timezone, is_stale)
  select h.platform_holder_id, (instant at time zone h.default_timezone)::date, h.default_timezone, true
  from platform_holder h where h.platform_holder_id = holder and instant < tijdig_now() - interval '75 hours'
  on conflict (platform_holder_id, day) do update set is_stale = true
$$;
alter function mark_report_stale(uuid, timestamptz) owner to tijdig_operator;
revoke execute on function mark_report_stale(uuid, timestamptz) from public;
grant execute on function mark_report_stale(uuid, timestamptz) to tijdig_api, tijdig_worker, tijdig_operator;

-- The conditions hold for late changes only, so that ordinary writes pay for a comparison and no more.
create function appointment_changes_report() returns trigger language plpgsql as $$
begin
  perform mark_report_stale(new.platform_holder_id, new.starts_at);
  if tg_op = 'UPDATE' then
    perform mark_report_stale(old.platform_holder_id, old.starts_at);
  end if;
  return null;
end
$$;
create trigger appointment_added_late after insert on appointment for each row
  when (new.starts_at < new.updated_at - interval '2 days') execute function appointment_changes_report();
create trigger appointment_changed_late after update on appointment for each row
  when (new.starts_at < new.updated_at - interval '2 days' or old.starts_at < new.updated_at - interval '2 days')
  execute function appointment_changes_report();

create function reminder_changes_report() returns trigger language plpgsql as $$
begin
  perform mark_report_stale(a.platform_holder_id, a.starts_at)
  from appointment a where a.platform_holder_id = new.platform_holder_id and a.id = new.appointment_id;
  return null;
end
$$;
create trigger reminder_changed_late after update on reminder for each row
  when (new.due_at < new.updated_at - interval '2 days' and (new.state <> old.state or new.channel is distinct from old.channel))
  execute function reminder_changes_report();

-- In another zone the days begin at other instants.
create function time_zone_changes_report() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update report_day set is_stale = true where platform_holder_id = new.platform_holder_id;
  return null;
end
$$;
alter function time_zone_changes_report() owner to tijdig_operator;
revoke execute on function time_zone_changes_report(), appointment_changes_report(), reminder_changes_report() from public;
create trigger time_zone_changed after update of default_timezone on platform_holder for each row
  when (new.default_timezone <> old.default_timezone) execute function time_zone_changes_report();
