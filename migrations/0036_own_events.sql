-- By which rules a calendar's events were judged. What was judged by older ones, also by a process of before that still
-- runs, is read anew: an appointment made of somebody else's invitation ends.
alter table calendar_sync add column judged_by integer not null default 0;
-- The form for a server's password is looked into once at a time: who does has it until then. Real time, as every lease.
alter table integration_authorization add column tried_until timestamptz;
