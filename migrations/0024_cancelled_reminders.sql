-- How many unsent reminders a cancellation withdrew, so that a source that repeats it gets the same answer whatever became of
-- the reminders before or since. Null while the appointment is not cancelled, and for cancellations before this file.
alter table appointment add column cancelled_reminders integer check (cancelled_reminders >= 0);
