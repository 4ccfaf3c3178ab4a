-- Whether this attempt's departure is told apart from its record: then nothing of it has left while its row is `handed_over` and has its lease, and
-- the lease is cleared before the step by which the provider accepts it. False for all that was recorded before, and for providers that accept by one call.
alter table reminder_attempt add column tells_departure boolean not null default false;
