-- Confirmed by the button behind the link of a message, without signing in. What stands there fits the wider constraint.
alter table appointment drop constraint appointment_confirmed_via_check;
alter table appointment add constraint appointment_confirmed_via_check
  check (confirmed_via in ('app', 'sms_reply', 'message_link', 'staff')) not valid;
