-- A reply may say that somebody does not come, or be a word on which carriers stop messages but which may be about the
-- appointment. Not validated: what was written before fulfilled a stricter rule.
alter table inbound_sms drop constraint inbound_sms_meaning_check;
alter table inbound_sms add constraint inbound_sms_meaning_check
  check (meaning in ('confirm', 'declined', 'stop', 'stop_all', 'stop_unclear', 'start', 'help', 'other')) not valid;
