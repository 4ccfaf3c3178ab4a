-- The trail is to lie in a table for each month. What there is becomes the first of them as it is, in three short steps: a bound that only
-- new rows are checked against, the check of the others, which keeps nobody waiting, and the change.
do $$
declare
  newest timestamptz;
begin
  set local role tijdig_operator;
  select max(at) into newest from audit_event;
  reset role;
  execute format('alter table audit_event add constraint audit_event_before check (at < %L) not valid',
    (date_trunc('month', greatest(newest, tijdig_now()) at time zone 'UTC') + interval '2 months') at time zone 'UTC');
end
$$;
