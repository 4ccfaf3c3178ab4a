-- expand
-- Which server wrote the database, and since which promotion: when it is another one, the database was restored or a standby took over.

create table database_lineage (
  only_row boolean primary key default true check (only_row),
  -- The identifier of the server and its timeline, as its files of WAL begin.
  lineage text not null,
  noted_at timestamptz not null default now()
);
grant select on database_lineage to tijdig_worker;
grant select, insert, update on database_lineage to tijdig_operator;

-- Whether the server is another one than was noted, which it notes: of all that ask, one is told.
create function note_database_lineage() returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  present constant text := (select s.system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) from pg_control_system() s);
begin
  insert into database_lineage (lineage) values (present) on conflict do nothing;
  update database_lineage set lineage = present, noted_at = now() where lineage <> present;
  return found;
end $$;
alter function note_database_lineage() owner to tijdig_operator;
revoke execute on function note_database_lineage() from public;
grant execute on function note_database_lineage() to tijdig_worker;

-- What endpoints of all holders are due, the most first: right after a restore it may have been told before.
create function due_webhook_deliveries()
returns table (platform_holder_id uuid, endpoint_id uuid, deliveries bigint, first_position bigint, last_position bigint)
language sql stable security definer set search_path = public, pg_temp
as $$
  select d.platform_holder_id, d.endpoint_id, count(*), min(d.position), max(d.position)
  from webhook_delivery d
  where d.state = 'due'
  group by d.platform_holder_id, d.endpoint_id
  order by count(*) desc, d.endpoint_id limit 1000
$$;
alter function due_webhook_deliveries() owner to tijdig_operator;
revoke execute on function due_webhook_deliveries() from public;
grant execute on function due_webhook_deliveries() to tijdig_worker;
