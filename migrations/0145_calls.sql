-- expand
-- What came of a call, of which schedule it was, and whether it was noted by mistake; how many unanswered prompts are called a day.
alter table appointment_call
  drop constraint appointment_call_outcome_check,
  add constraint appointment_call_outcome_known
    check (outcome in ('confirmed', 'will_not_come', 'message_left', 'no_answer', 'wrong_number', 'spoken')) not valid,
  -- Null for what was noted before; such a call counts for whatever schedule there is.
  add column schedule_revision integer,
  add column withdrawn_at timestamptz;
alter table reminder_policy add column calls_per_day integer not null default 15 check (calls_per_day between 0 and 200);
-- Whoever objects to being ordered by what is known of them (GDPR, article 21) stands by the start of their appointment alone.
alter table holder_recipient add column is_ordered_by_start_only boolean not null default false;
