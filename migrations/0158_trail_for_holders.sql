-- expand
-- Organizations read their part of the trail: who saw what of whom, in which role, by which session or key, from where.

alter table audit_event
  -- Of staff, as it was then.
  add column actor_role text,
  -- What it was proved with: a session, an API key or a recipient's session.
  add column credential text,
  add column credential_id uuid,
  -- 24 bits of an IPv4 address, 48 of an IPv6 one.
  add column network text,
  add column outcome text not null default 'success';

grant select on audit_event to tijdig_api;
-- A recipient who acts at an organization is bound to it too, and sees what they did themselves by list_own_actions.
create policy of_staff on audit_event as restrictive for select to tijdig_api using (bound_recipient() is null);

-- Each month gets its own: a month that is made later at once, one that has rows concurrently, by maintenance.
create index audit_event_by_actor on only audit_event (platform_holder_id, actor_id, at);
create index audit_event_by_subject on only audit_event using gin (subjects);

do $$
declare
  month record;
  name text;
  has_rows boolean;
begin
  for month in
    select c.oid::regclass as part, c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'audit_event'::regclass
  loop
    execute format('select exists (select from %s)', month.part) into has_rows;
    continue when has_rows;
    name := month.relname || '_by_actor';
    execute format('create index %I on %s (platform_holder_id, actor_id, at)', name, month.part);
    execute format('alter index audit_event_by_actor attach partition by_month.%I', name);
    name := month.relname || '_by_subject';
    execute format('create index %I on %s using gin (subjects)', name, month.part);
    execute format('alter index audit_event_by_subject attach partition by_month.%I', name);
  end loop;
end
$$;

-- What was done with one subject. A function, because row-level security keeps an index from answering which rows contain it.
create function list_trail_of_subject(subject uuid, since timestamptz, until timestamptz, actor uuid, actions text[], before_at timestamptz,
  before_id uuid, rows_max integer)
returns setof audit_event
language sql stable security definer set search_path = public, pg_temp
as $$
  select e.* from audit_event e
  where e.platform_holder_id = bound_holder() and bound_recipient() is null and e.subjects @> array[subject]
    and e.at >= since and e.at < until and (actor is null or e.actor_id = actor) and (actions is null or e.action = any(actions))
    and (before_at is null or (e.at, e.id) < (before_at, before_id))
  order by e.at desc, e.id desc limit rows_max
$$;
alter function list_trail_of_subject(uuid, timestamptz, timestamptz, uuid, text[], timestamptz, uuid, integer) owner to tijdig_operator;
revoke execute on function list_trail_of_subject(uuid, timestamptz, timestamptz, uuid, text[], timestamptz, uuid, integer) from public;
grant execute on function list_trail_of_subject(uuid, timestamptz, timestamptz, uuid, text[], timestamptz, uuid, integer) to tijdig_api;
