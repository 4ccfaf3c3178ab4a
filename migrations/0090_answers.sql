-- A message may tell what was decided on a person's request. Not validated: what was written before fulfilled a stricter rule.
alter table reminder drop constraint reminder_kind_check;
alter table reminder add constraint reminder_kind_check
  check (kind in ('confirmation', 'reminder', 'confirm_prompt', 'change', 'cancellation', 'answer')) not valid;
