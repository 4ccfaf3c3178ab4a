-- A reply may say that somebody does not come, or be a word on which carriers stop messages but which may be about the
-- appointment. Not validated: what was written before fulfilled a stricter rule.
alter table inbound_sms drop constraint inbound_sms_meaning_check;
alter table inbound_sms add constraint inbound_sms_meaning_check
  check (meaning in ('confirm', 'declined', 'stop', 'stop_all', 'stop_unclear', 'start', 'help', 'other')) not valid;
-- The timeline of an appointment shows what was replied to its messages.
create index inbound_sms_by_reminder on inbound_sms (platform_holder_id, reminder_id, received_at) where reminder_id is not null;
