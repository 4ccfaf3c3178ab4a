-- Staff sign in under the same guard as recipients: wrong codes count over all codes of an address, and a network has a budget.
create table staff_sign_in_failure (
  email_key bytea primary key,
  tries integer not null,
  last_at timestamptz not null
);
create index staff_sign_in_failure_by_age on staff_sign_in_failure (last_at);
grant select, insert, update, delete on staff_sign_in_failure to tijdig_api, tijdig_operator;
grant select on staff_sign_in_failure to tijdig_worker;

-- Of the network that asked, keyed; null for a code the version before made.
alter table staff_sign_in_code add column network_key bytea;
create index staff_sign_in_code_by_network on staff_sign_in_code (network_key, created_at) where network_key is not null;

-- Which operator ran the command; null for a row of the version before, and for every other actor.
alter table audit_event add column operator_name text;

-- Without pg_temp at the end a caller's own temporary tables would be looked at first, with the rights of the owner.
alter function find_attempt_holders(uuid) set search_path = public, pg_temp;
alter function find_credential(bytea) set search_path = public, pg_temp;
alter function find_due_calendars(integer) set search_path = public, pg_temp;
alter function find_integration_authorization(bytea) set search_path = public, pg_temp;
alter function find_last_told(bytea, text) set search_path = public, pg_temp;
alter function find_payment_setup(text, text) set search_path = public, pg_temp;
alter function find_staff_by_email(text) set search_path = public, pg_temp;
alter function follow_integration_connection() set search_path = public, pg_temp;
alter function holder_name(uuid) set search_path = public, pg_temp;
alter function list_own_actions() set search_path = public, pg_temp;
alter function list_own_opt_outs(bytea, bytea) set search_path = public, pg_temp;
alter function mark_report_stale(uuid, timestamptz) set search_path = public, pg_temp;
alter function time_zone_changes_report() set search_path = public, pg_temp;
