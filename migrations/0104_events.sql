-- expand
-- What became of things, told to the organization's own systems: a stream of events for each platform holder, and who is called of them.

-- Without a row nobody listens, and no event is written. The row is made by the first endpoint or the first read of the feed.
create table event_stream (
  platform_holder_id uuid not null primary key references platform_holder,
  -- Of the newest numbered event. Whoever numbers locks the row, so that numbers have no gaps and none appears behind a reader.
  last_sequence bigint not null default 0,
  enabled_at timestamptz not null default tijdig_now()
);
alter table event_stream enable row level security, force row level security;
create policy bound on event_stream to tijdig_api using (platform_holder_id = bound_holder()) with check (platform_holder_id = bound_holder());
create policy bound_to_set on event_stream to tijdig_worker using (platform_holder_id in (select unnest(bound_holders())))
  with check (platform_holder_id in (select unnest(bound_holders())));
create policy operator on event_stream to tijdig_operator using (true) with check (true);
grant select, insert on event_stream to tijdig_api;
grant select, update on event_stream to tijdig_worker;
grant select, insert, update, delete on event_stream to tijdig_operator;

-- As uuidv7() of PostgreSQL 18, which older ones lack.
create function time_ordered_id() returns uuid
language sql volatile
as $$
  -- RFC 9562, version 7, with the fraction of its millisecond: ids are in the order in which they were made.
  select (lpad(to_hex(now.us / 1000), 12, '0') || '7' || lpad(to_hex((now.us % 1000) * 4096 / 1000), 3, '0') || substr(chance.hex, 17))::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us) now,
    (select replace(gen_random_uuid()::text, '-', '') as hex) chance
$$;

-- Written in the transaction of the change, and numbered after its commit. Ids, states and names of fields, and nothing personal.
create table event (
  platform_holder_id uuid not null references platform_holder,
  id uuid not null default time_ordered_id(),
  sequence bigint,
  type text not null,
  schema_version integer not null,
  occurred_at timestamptz not null default tijdig_now(),
  subject_type text not null,
  -- Null where an event is about the organization itself.
  subject_id uuid,
  subject_version integer,
  data jsonb not null constraint event_data_check check (octet_length(data::text) <= 6144),
  primary key (platform_holder_id, id),
  constraint event_platform_holder_id_sequence_key unique (platform_holder_id, sequence)
);
create index event_unnumbered on event (platform_holder_id, id) where sequence is null;
create index event_by_age on event (occurred_at);
create index event_of_subject on event (platform_holder_id, subject_id) where subject_id is not null;
alter table event enable row level security, force row level security;
create policy bound on event to tijdig_api using (platform_holder_id = bound_holder()) with check (platform_holder_id = bound_holder());
create policy bound_to_set on event to tijdig_worker using (platform_holder_id in (select unnest(bound_holders())))
  with check (platform_holder_id in (select unnest(bound_holders())));
create policy operator on event to tijdig_operator using (true) with check (true);
grant select, insert on event to tijdig_api;
grant select, insert, update on event to tijdig_worker;
grant select, insert, update, delete on event to tijdig_operator;

-- Of all holders whose readers wait in one process, who learn no more than whether to read again.
create function newest_sequences(holders uuid[]) returns table (platform_holder_id uuid, newest bigint)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.platform_holder_id, s.last_sequence from event_stream s
  where s.platform_holder_id = any(holders) order by s.platform_holder_id limit 10000
$$;
alter function newest_sequences(uuid[]) owner to tijdig_operator;
revoke execute on function newest_sequences(uuid[]) from public;
grant execute on function newest_sequences(uuid[]) to tijdig_api;

-- Which holders have events without a number is asked before a transaction is bound to one of them. From one holder to the next in
-- the index, however many events each of them has waiting.
create function holders_to_number() returns table (platform_holder_id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  with recursive waiting(holder) as (
    (select e.platform_holder_id from event e where e.sequence is null order by e.platform_holder_id limit 1)
    union all
    select (select e.platform_holder_id from event e
      where e.sequence is null and e.platform_holder_id > w.holder order by e.platform_holder_id limit 1)
    from waiting w where w.holder is not null)
  select w.holder from waiting w where w.holder is not null order by w.holder limit 1000
$$;
alter function holders_to_number() owner to tijdig_operator;
revoke execute on function holders_to_number() from public;
grant execute on function holders_to_number() to tijdig_worker;
