-- What was asked, done and answered: first answers, the audit trail, and marks of changes for pages that are open.

-- First answers to requests that carry a clientRequestId. Recipients belong to no holder: their answers stand under the
-- platform's own id, also while the request is bound to a holder.
create table client_request (
  platform_holder_id uuid not null,
  actor_id uuid not null,
  operation_id text not null,
  client_request_id uuid not null,
  body_sha256 bytea not null,
  response_status integer,
  response_data jsonb,
  created_at timestamptz not null default tijdig_now(),
  -- What an answer was about, so that giving it again leaves the same trace.
  subjects uuid[] not null default '{}',
  primary key (platform_holder_id, actor_id, operation_id, client_request_id)
);
-- They are kept for a day, those to recipients for ninety; each kind by an index of its own, so that looking for what may go
-- never walks over what stays.
create index client_request_by_age on client_request (created_at) where platform_holder_id <> '00000000-0000-0000-0000-000000000000';
create index client_request_of_recipients on client_request (created_at) where platform_holder_id = '00000000-0000-0000-0000-000000000000';
alter table client_request enable row level security, force row level security;
create policy bound on client_request to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy of_recipient on client_request to tijdig_api
  using (platform_holder_id = '00000000-0000-0000-0000-000000000000' and actor_id = bound_recipient())
  with check (platform_holder_id = '00000000-0000-0000-0000-000000000000' and actor_id = bound_recipient());
create policy operator on client_request to tijdig_operator using (true) with check (true);
grant select, insert, update on client_request to tijdig_api;
grant select, delete on client_request to tijdig_operator;

-- Who did what to whom. Nobody but the retention job removes rows, and no role may change them. By month: nothing is ever
-- changed in it, it is read by time, and a month whose five years are over goes as a whole. Ids are random and nothing refers to
-- them: a key over all months would have to contain the time and say nothing.
create table audit_event (
  platform_holder_id uuid not null default '00000000-0000-0000-0000-000000000000',
  id uuid not null default gen_random_uuid(),
  at timestamptz not null default tijdig_now(),
  actor_kind text not null check (actor_kind in ('staff', 'recipient', 'operator', 'system', 'provider', 'anonymous')),
  actor_id uuid,
  action text not null,
  request_id text,
  subjects uuid[] not null default '{}',
  detail jsonb,
  -- Which operator ran the command; null for every other actor.
  operator_name text
) partition by range (at);
create index audit_event_by_time on audit_event (platform_holder_id, at);
-- What a recipient did, for the copy of their data.
create index audit_event_of_person on audit_event (actor_id, at) where actor_kind = 'recipient';
alter table audit_event enable row level security, force row level security;
create policy bound on audit_event to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on audit_event to tijdig_operator using (true) with check (true);
-- Sign-ins and refused webhooks belong to no holder, and must leave a trace all the same. A recipient's transaction is bound to
-- no holder either: what it leaves here is their own doing, and nobody else's.
create policy unbound_insert on audit_event for insert to tijdig_api, tijdig_worker
  with check (platform_holder_id = '00000000-0000-0000-0000-000000000000'
    and (bound_recipient() is null or (actor_kind = 'recipient' and actor_id = bound_recipient())));
create policy login_insert on audit_event for insert to tijdig_login
  with check (platform_holder_id = '00000000-0000-0000-0000-000000000000');
grant insert on audit_event to tijdig_api, tijdig_worker, tijdig_login;
grant select, insert, delete on audit_event to tijdig_operator;

-- Nobody but the owner may use the schema of the parts: whoever reads or writes does so through the table, by its grants and policies.
create schema by_month;

-- For rows of a month that has no table: a test clock was put far forward.
create table by_month.audit_event_other partition of audit_event default;
alter table by_month.audit_event_other enable row level security, force row level security;

create view by_month.audit_month as
  select c.oid::regclass::text as name, coalesce((regexp_match(bounds, 'FROM \(''([^'']+)'))[1]::timestamptz, '-infinity') as begins,
    (regexp_match(bounds, 'TO \(''([^'']+)'))[1]::timestamptz as ends
  from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) bounds
  where i.inhparent = 'audit_event'::regclass and bounds <> 'DEFAULT';

-- Makes the months of now and of the next two, and drops those that are over for five years. Waits for nobody for long: it comes again.
create function keep_audit_months() returns void language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  month record;
begin
  perform set_config('lock_timeout', '2s', true), set_config('timezone', 'UTC', true);
  -- Somebody else does it now.
  if not pg_try_advisory_xact_lock(7421306078) then
    return;
  end if;
  for month in
    select 'audit_event_' || to_char(wanted.begins, 'YYYY_MM') as name, wanted.begins, wanted.begins + interval '1 month' as ends
    from generate_series(date_trunc('month', tijdig_now()), tijdig_now() + interval '2 months', interval '1 month') as wanted(begins)
    where not exists (
      select 1 from by_month.audit_month known where known.begins < wanted.begins + interval '1 month' and known.ends > wanted.begins)
  loop
    begin
      execute format('create table by_month.%I (like audit_event including defaults including constraints)', month.name);
      execute format('alter table by_month.%I enable row level security, force row level security', month.name);
      execute format('alter table audit_event attach partition by_month.%I for values from (%L) to (%L)', month.name, month.begins, month.ends);
    exception when check_violation then
      -- Rows of this month lie among the others already, and stay there.
    end;
  end loop;
  for month in select name from by_month.audit_month where ends <= tijdig_now() - interval '5 years' loop
    execute 'drop table ' || month.name;
  end loop;
end
$$;
revoke execute on function keep_audit_months() from public;
grant execute on function keep_audit_months() to tijdig_operator;
select keep_audit_months();

create function list_own_actions() returns table (at timestamptz, action text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select e.at, e.action from audit_event e
  where e.actor_kind = 'recipient' and e.actor_id = bound_recipient() order by e.at desc, e.id limit 10000
$$;
alter function list_own_actions() owner to tijdig_operator;
revoke execute on function list_own_actions() from public;
grant execute on function list_own_actions() to tijdig_api;

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
alter table holder_change enable row level security, force row level security;
create policy bound on holder_change for select to tijdig_api using (platform_holder_id = bound_holder());
create policy operator on holder_change to tijdig_operator using (true) with check (true);
grant select on holder_change to tijdig_api;
grant select, insert, delete on holder_change to tijdig_operator;

-- Whoever changes something may write no row here: the triggers do, for the holders of what was changed. They stand with the
-- tables of appointments, requests and reminders; those of a holder and its onboarding are these.
create function note_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into holder_change (platform_holder_id, area)
  select distinct c.platform_holder_id, tg_argv[0] from changed c
  on conflict do nothing;
  return null;
end
$$;
alter function note_change() owner to tijdig_operator;
revoke execute on function note_change() from public;
create trigger onboarding_added after insert on onboarding
  referencing new table as changed for each statement execute function note_change('organization');
create trigger onboarding_changed after update on onboarding
  referencing new table as changed for each statement execute function note_change('organization');
create trigger platform_holder_changed after update on platform_holder
  referencing new table as changed for each statement execute function note_change('organization');
