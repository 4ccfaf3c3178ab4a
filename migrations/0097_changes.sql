-- Which transactions changed something that staff look at: pages that are open ask for a mark made from the newest of these and
-- read again when it differs. One row for each transaction and area, which nobody else writes, so that no writer waits for another.
-- Unlogged: after a crash the marks differ once, and pages read once more than they need.
create unlogged table holder_change (
  platform_holder_id uuid not null,
  area text not null check (area in ('appointments', 'requests', 'organization')),
  transaction_id xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, area, transaction_id)
);
create index holder_change_by_time on holder_change (changed_at);

alter table holder_change enable row level security;
alter table holder_change force row level security;
create policy bound on holder_change for select to tijdig_api using (platform_holder_id = bound_holder());
create policy operator on holder_change to tijdig_operator using (true) with check (true);
grant select on holder_change to tijdig_api;
grant select, insert, delete on holder_change to tijdig_operator;

-- Whoever changes something may write no row here: these do, for the holders of what was changed.
create function note_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into holder_change (platform_holder_id, area)
  select distinct c.platform_holder_id, tg_argv[0] from changed c
  on conflict do nothing;
  return null;
end
$$;
-- A reminder that a worker claims looks as before until it is handed over.
create function note_reminder_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into holder_change (platform_holder_id, area)
  select distinct c.platform_holder_id, 'appointments' from changed c where c.state <> 'claimed'
  on conflict do nothing;
  return null;
end
$$;
alter function note_change() owner to tijdig_operator;
alter function note_reminder_change() owner to tijdig_operator;
revoke execute on function note_change(), note_reminder_change() from public;

create trigger appointment_added after insert on appointment
  referencing new table as changed for each statement execute function note_change('appointments');
create trigger appointment_changed after update on appointment
  referencing new table as changed for each statement execute function note_change('appointments');
create trigger reminder_added after insert on reminder
  referencing new table as changed for each statement execute function note_reminder_change();
create trigger reminder_changed after update on reminder
  referencing new table as changed for each statement execute function note_reminder_change();
create trigger recipient_request_added after insert on recipient_request
  referencing new table as changed for each statement execute function note_change('requests');
create trigger recipient_request_changed after update on recipient_request
  referencing new table as changed for each statement execute function note_change('requests');
create trigger onboarding_added after insert on onboarding
  referencing new table as changed for each statement execute function note_change('organization');
create trigger onboarding_changed after update on onboarding
  referencing new table as changed for each statement execute function note_change('organization');
create trigger platform_holder_changed after update on platform_holder
  referencing new table as changed for each statement execute function note_change('organization');

-- Few wait for a new time, and only what sets or ends that touches the index.
create index appointment_awaiting_new_time on appointment (platform_holder_id, starts_at) where awaits_new_time;
