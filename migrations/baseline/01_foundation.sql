-- Roles, the clock, whom a transaction is bound to, and what belongs to no slice.
--
-- Processes connect by logins that may act as one role each (docs/running.md, Logins):
--   tijdig_api       requests; sees one platform holder at a time
--   tijdig_worker    sends reminders; sees due reminders of all holders, the rest one holder or a set of them at a time
--   tijdig_operator  the operator's commands, queries across holders and the credential look-up; sees everything, never serves a request
--   tijdig_login     the recipients' sign-in; sees no table of a platform holder
-- Roles belong to the whole server, so several databases may share them.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['tijdig_api', 'tijdig_worker', 'tijdig_operator', 'tijdig_login'] loop
    begin
      execute format('create role %I nologin', role_name);
    exception when duplicate_object or unique_violation then
      null; -- another database of this server, or a parallel migration, made it
    end;
    if not pg_has_role(current_user, role_name, 'usage') then
      execute format('grant %I to current_user', role_name);
    end if;
  end loop;
end
$$;

revoke create on schema public from public;
grant usage on schema public to tijdig_api, tijdig_worker, tijdig_operator, tijdig_login;
-- Look-ups that cross tenants are functions owned by the operator role, and an owner must be able to create.
grant create on schema public to tijdig_operator;

-- Made by whoever migrates, before this file. Every process checks that the schema is the one it was written for.
grant select on schema_migration to tijdig_api, tijdig_worker, tijdig_operator, tijdig_login;

-- Which installation this database belongs to: `tijdig migrate` writes the one row, and every process and command compares it
-- with its own settings before it does anything. Only the owner of the tables changes it.
create table installation (
  only_row boolean primary key default true check (only_row),
  environment text not null check (environment in ('development', 'test', 'beta', 'production')),
  secret_fingerprint bytea not null check (length(secret_fingerprint) = 32),
  claimed_at timestamptz not null default now(),
  -- When a request last came through a proxy that TIJDIG_TRUSTED_PROXIES does not name.
  unlisted_proxy_seen_at timestamptz
);
grant select on installation to tijdig_api, tijdig_worker, tijdig_operator, tijdig_login;
grant update (unlisted_proxy_seen_at) on installation to tijdig_operator;

-- The test clock: at most one row. Production refuses to start while it is not zero.
create table test_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null
);
insert into test_clock (offset_ms) values (0);
grant select on test_clock to tijdig_api, tijdig_worker, tijdig_operator, tijdig_login;
grant update on test_clock to tijdig_operator;

create function tijdig_now() returns timestamptz
language sql stable parallel safe
as $$ select statement_timestamp() + (select offset_ms from test_clock) * interval '1 millisecond' $$;

-- The tenant a transaction is bound to by `set local app.holder = '...'`; null when it is bound to none.
create function bound_holder() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('app.holder', true), '')::uuid $$;

-- A worker sends for several holders in one transaction, so it can be bound to a set of them: `set local app.holders = '...,...'`.
-- In policies as `in (select unnest(bound_holders()))`, which is made once a statement and then looked up by hash, whatever the size
-- of the set. The planner cannot take it for a way into an index either, so that the key a statement names stays its only one.
create function bound_holders() returns uuid[]
language sql stable parallel safe
as $$ select ('{' || concat_ws(',', nullif(current_setting('app.holder', true), ''), nullif(current_setting('app.holders', true), '')) || '}')::uuid[] $$;

-- The recipient a transaction is bound to by `set local app.recipient = '...'`; null when it is bound to none.
create function bound_recipient() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('app.recipient', true), '')::uuid $$;

-- Spent allowance per credential and minute. Losing it in a crash only forgives, so it is not logged.
create unlogged table rate_window (
  bucket text not null,
  window_start timestamptz not null,
  used integer not null,
  primary key (bucket, window_start)
);
grant select, insert, update, delete on rate_window to tijdig_api, tijdig_operator, tijdig_login;
grant select, delete on rate_window to tijdig_worker;

-- Work of all processes that one of them does: whoever has the lease, until it runs out or is given up.
create table lease (
  name text primary key,
  owner_id uuid not null,
  taken_until timestamptz not null
);
grant select, insert, update, delete on lease to tijdig_worker, tijdig_operator;

-- When each work of maintenance last had nothing left to do, in real time, so that the doctor tells which one runs behind.
create table maintenance_work (
  name text primary key,
  -- How long it rests after that.
  rest interval not null,
  caught_up_at timestamptz not null default now()
);
grant select, insert, update, delete on maintenance_work to tijdig_operator;

-- Background work that is not a reminder goes through graphile-worker, whose tables belong to the owner.
-- Requests add jobs inside their own transaction through this one door.
create function enqueue_job(task text, payload json, job_key text default null, run_at timestamptz default null)
returns void
language sql security definer set search_path = public, pg_temp
as $$ select graphile_worker.add_job(task, payload, job_key := job_key, run_at := run_at) $$;
revoke execute on function enqueue_job(text, json, text, timestamptz) from public;
grant execute on function enqueue_job(text, json, text, timestamptz) to tijdig_api, tijdig_worker, tijdig_operator;

-- The only job the sign-in can add.
create function enqueue_recipient_code(challenge uuid)
returns void
language sql security definer set search_path = public, pg_temp
as $$
  select graphile_worker.add_job('text-recipient-sign-in-code', json_build_object('challengeId', challenge), max_attempts := 6)
$$;
revoke execute on function enqueue_recipient_code(uuid) from public;
grant execute on function enqueue_recipient_code(uuid) to tijdig_login;

-- Jobs that failed for good stay in the queue.
create function forget_failed_jobs(before timestamptz) returns void
language sql security definer set search_path = public, pg_temp
as $$
  select graphile_worker.complete_jobs(array(
    select j.id from graphile_worker.jobs j
    where j.attempts >= j.max_attempts and j.locked_at is null and j.run_at < before order by j.id limit 1000))
$$;
revoke execute on function forget_failed_jobs(timestamptz) from public;
grant execute on function forget_failed_jobs(timestamptz) to tijdig_operator;
