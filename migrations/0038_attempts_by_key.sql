-- The worker looks attempts up by their whole key. A condition that the planner can look the holder up by would have it read all attempts
-- of one who is new since the last statistics, of whom it believes that there are none; this one says the same and cannot.
drop policy bound on reminder_attempt;
create policy bound on reminder_attempt to tijdig_api using (platform_holder_id = bound_holder()) with check (platform_holder_id = bound_holder());
create policy bound_by_key on reminder_attempt to tijdig_worker using (platform_holder_id is not distinct from bound_holder())
  with check (platform_holder_id = bound_holder());
