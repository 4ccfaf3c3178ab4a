-- Roles, the clock and what belongs to no slice.
--
-- Processes connect as the owner of the database and act as one of three roles, set at connection start:
--   tijdig_api       requests; sees one platform holder at a time
--   tijdig_worker    sends reminders; sees due reminders of all holders, the rest one holder at a time
--   tijdig_operator  the operator command and the credential look-up; sees everything, never serves a request
-- Roles belong to the whole server, so several databases may share them.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['tijdig_api', 'tijdig_worker', 'tijdig_operator'] loop
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
grant usage on schema public to tijdig_api, tijdig_worker, tijdig_operator;
-- Every process checks that the schema is the one it was written for.
grant select on schema_migration to tijdig_api, tijdig_worker, tijdig_operator;
-- Look-ups that cross tenants are functions owned by the operator role, and an owner must be able to create.
grant create on schema public to tijdig_operator;

-- The test clock: at most one row. Production refuses to start while it is not zero.
create table test_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null
);
insert into test_clock (offset_ms) values (0);
grant select on test_clock to tijdig_api, tijdig_worker;
grant select, update on test_clock to tijdig_operator;

create function tijdig_now() returns timestamptz
language sql stable parallel safe
as $$ select statement_timestamp() + (select offset_ms from test_clock) * interval '1 millisecond' $$;

-- The tenant a transaction is bound to by `set local app.holder = '...'`; null when it is bound to none.
create function bound_holder() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('app.holder', true), '')::uuid $$;

-- Spent allowance per credential and minute. Losing it in a crash only forgives, so it is not logged.
create unlogged table rate_window (
  bucket text not null,
  window_start timestamptz not null,
  used integer not null,
  primary key (bucket, window_start)
);
grant select, insert, update, delete on rate_window to tijdig_api, tijdig_operator;
grant select, delete on rate_window to tijdig_worker;
