-- A reply may ask for help.
alter table inbound_sms drop constraint inbound_sms_meaning_check;
alter table inbound_sms add constraint inbound_sms_meaning_check
  check (meaning in ('confirm', 'stop', 'stop_all', 'start', 'help', 'other')) not valid;
alter table inbound_sms validate constraint inbound_sms_meaning_check;

-- Whether text messages keep the letters of their language or are written in plain Latin ones, which cost less.
alter table reminder_policy
  add column sms_alphabet text not null default 'natural' check (sms_alphabet in ('natural', 'plain_latin'));
