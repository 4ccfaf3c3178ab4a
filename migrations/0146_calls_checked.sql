-- expand
alter table appointment_call validate constraint appointment_call_outcome_known;
