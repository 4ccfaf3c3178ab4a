-- expand
alter table reminder validate constraint reminder_kind_check;
