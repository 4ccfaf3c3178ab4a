-- The timeline of an appointment shows what was replied to its messages. Apart from 0093, whose lock keeps everybody else from the
-- table while an index is made.
create index inbound_sms_by_reminder on inbound_sms (platform_holder_id, reminder_id, received_at) where reminder_id is not null;
