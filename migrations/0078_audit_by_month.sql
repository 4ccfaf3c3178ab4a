-- The trail, by month: nothing is ever changed in it, it is read by time, and a month whose five years are over goes as a whole.
-- Nobody but the owner may use the schema of the parts: whoever reads or writes does so through the table, by its grants and policies.
create schema by_month;

alter table audit_event set schema by_month;
alter table by_month.audit_event rename to audit_event_before;
revoke all on by_month.audit_event_before from tijdig_api, tijdig_worker, tijdig_operator, tijdig_login;

-- Ids are random and nothing refers to them: a key over all months would have to contain the time and say nothing.
create table audit_event (like by_month.audit_event_before including defaults including constraints) partition by range (at);
alter table audit_event drop constraint audit_event_before;
create index audit_event_by_time on audit_event (platform_holder_id, at);
create index audit_event_of_person on audit_event (actor_id, at) where actor_kind = 'recipient';

alter table audit_event enable row level security;
alter table audit_event force row level security;
create policy bound on audit_event to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on audit_event to tijdig_operator using (true) with check (true);
create policy unbound_insert on audit_event for insert to tijdig_api, tijdig_worker
  with check (platform_holder_id = '00000000-0000-0000-0000-000000000000'
    and (bound_recipient() is null or (actor_kind = 'recipient' and actor_id = bound_recipient())));
create policy login_insert on audit_event for insert to tijdig_login
  with check (platform_holder_id = '00000000-0000-0000-0000-000000000000');
grant insert on audit_event to tijdig_api, tijdig_worker, tijdig_login;
grant select, insert, delete on audit_event to tijdig_operator;

do $$
begin
  execute format('alter table audit_event attach partition by_month.audit_event_before for values from (minvalue) to (%L)',
    (select (regexp_match(pg_get_constraintdef(oid), '''([^'']+)'''))[1] from pg_constraint
     where conrelid = 'by_month.audit_event_before'::regclass and conname = 'audit_event_before'));
end
$$;
alter table by_month.audit_event_before drop constraint audit_event_before;

-- For rows of a month that has no table: a test clock was put far forward.
create table by_month.audit_event_other partition of audit_event default;
alter table by_month.audit_event_other enable row level security;
alter table by_month.audit_event_other force row level security;

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
