-- expand
-- How the reminders that were due left: a row for each statement that made it certain, so that no two wait for each other; maintenance
-- adds them up. When the last base backup ended, as the job that took it told.
create table reminder_due_count (
  id bigint generated always as identity primary key,
  result text not null constraint reminder_due_count_result_check check (result in ('on_time', 'late', 'missed')),
  reminders bigint not null
);
grant insert on reminder_due_count to tijdig_api, tijdig_worker;
grant select, insert, delete on reminder_due_count to tijdig_operator;

alter table installation add column base_backup_at timestamptz;
grant update (base_backup_at) on installation to tijdig_operator;
