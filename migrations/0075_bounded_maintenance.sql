-- Maintenance asks only for what may be due, however many holders and how much history there is.

-- When to look at a holder again for a day of its report to count. Whoever has none to count rests; the version before this file
-- leaves it alone, and what it counted is looked at once more.
alter table report_progress add column look_at timestamptz not null default tijdig_now();
create index report_progress_by_look on report_progress (look_at);
insert into report_progress (platform_holder_id, counted_until)
select platform_holder_id, '-infinity' from platform_holder on conflict do nothing;

create function begin_report_progress() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into report_progress (platform_holder_id, counted_until) values (new.platform_holder_id, '-infinity') on conflict do nothing;
  return null;
end
$$;
alter function begin_report_progress() owner to tijdig_operator;
revoke execute on function begin_report_progress() from public;
create trigger holder_begins_report after insert on platform_holder for each row execute function begin_report_progress();

-- The volume breaker looks back 14 days; what is older goes.
create index reminder_volume_by_hour on reminder_volume (hour);
grant delete on reminder_volume to tijdig_operator;

-- Receipts of nothing we sent as a reminder go after 30 days, found without walking over those that stay.
create index delivery_receipt_of_nobody on delivery_receipt (received_at) where platform_holder_id is null;

-- When each work of maintenance last had nothing left to do, in real time, so that the doctor tells which one runs behind.
create table maintenance_work (
  name text primary key,
  -- How long it rests after that.
  rest interval not null,
  caught_up_at timestamptz not null default now()
);
grant select, insert, update, delete on maintenance_work to tijdig_operator;
