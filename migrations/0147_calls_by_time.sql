-- expand
-- Who was called today, and in a period that is reported.
create index concurrently if not exists appointment_call_by_time on appointment_call (platform_holder_id, called_at);
