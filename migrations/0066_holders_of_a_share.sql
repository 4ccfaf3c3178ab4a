-- A worker sends for several holders in one transaction, so it can be bound to a set of them: `set local app.holders = '...,...'`.
create function bound_holders() returns uuid[]
language sql stable parallel safe
as $$ select ('{' || concat_ws(',', nullif(current_setting('app.holder', true), ''), nullif(current_setting('app.holders', true), '')) || '}')::uuid[] $$;

-- `in (select ...)` is made once a statement and then looked up by hash, whatever the size of the set. The planner cannot take it for a
-- way into an index either, so that the key a statement names stays its only one.
do $$
declare
  table_name text;
begin
  foreach table_name in array array['platform_holder', 'reminder_policy', 'reminder', 'appointment', 'appointment_type', 'suppression',
      'erased_entry', 'reminder_volume', 'reminder_attempt'] loop
    execute format('create policy bound_to_set on %I to tijdig_worker using (platform_holder_id in (select unnest(bound_holders())))', table_name);
  end loop;
end
$$;
create policy global_to_set on appointment_type for select to tijdig_worker
  using (platform_holder_id = '00000000-0000-0000-0000-000000000000' and bound_holders() <> '{}');
alter policy global on appointment_type to tijdig_api;
-- One policy of the worker's says it all; two would be asked one after the other.
alter policy bound on platform_holder to tijdig_api;
alter policy bound on reminder_policy to tijdig_api;
alter policy bound on reminder to tijdig_api;
alter policy bound on appointment to tijdig_api;
alter policy bound on appointment_type to tijdig_api;
alter policy bound on suppression to tijdig_api;
alter policy bound on erased_entry to tijdig_api;
alter policy bound on reminder_volume to tijdig_api;
drop policy bound_by_key on reminder_attempt;

-- What somebody linked wants, for each holder that the transaction is bound to; the holder's id stands beside it.
create view person_at_holder as
  select l.platform_holder_id, r.id as recipient_id, r.locale, r.timezone, r.preferences - 'perHolder' as preferences,
    r.preferences->'perHolder'->(l.platform_holder_id::text) as off_here
  from recipient_link l join recipient r on r.id = l.recipient_id
  where l.platform_holder_id in (select unnest(bound_holders()));
alter view person_at_holder owner to tijdig_operator;
grant select on person_at_holder to tijdig_api, tijdig_worker;
