-- What the engine still has to do: 1 send it, 2 follow it up, 3 a person decides; null when nothing. PostgreSQL keeps a write out of
-- the indexes only when none of them, their conditions included, looks at what it changes. So no index asks for `state`: a claim and
-- the record of an outcome change that, and neither stage nor run_at.
drop index reminder_due, reminder_latest, reminder_follow_up, reminder_held;
alter table reminder drop column stage;
alter table reminder add column stage smallint generated always as (
  case when state in ('planned', 'claimed') then 1 when state in ('handed_over', 'sent', 'unknown') then 2 when state = 'held' then 3 end) stored;
create index reminder_due on reminder (run_at) where stage = 1;
-- A worker that is behind takes what can be saved for the shortest time first.
create index reminder_latest on reminder (latest_at) where stage = 1;
create index reminder_follow_up on reminder (run_at) where stage = 2 and run_at is not null;
create index reminder_held on reminder (platform_holder_id, id) where stage = 3;

-- The worker looks attempts up by their whole key. A condition that the planner can look the holder up by would have it read all attempts
-- of one who is new since the last statistics, of whom it believes that there are none; this one says the same and cannot.
drop policy bound on reminder_attempt;
create policy bound on reminder_attempt to tijdig_api using (platform_holder_id = bound_holder()) with check (platform_holder_id = bound_holder());
create policy bound_by_key on reminder_attempt to tijdig_worker using (platform_holder_id is not distinct from bound_holder())
  with check (platform_holder_id = bound_holder());
