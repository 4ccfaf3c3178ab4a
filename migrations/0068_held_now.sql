-- Rows that are held now, found without walking over what was held once and ended with the same reason. A condition on `state` would keep
-- claims and outcomes from being written without touching an index; this column changes only when a row begins or ceases to be held.
alter table reminder add column held_at timestamptz;
create function note_held() returns trigger language plpgsql as $$
begin
  new.held_at := case when new.state = 'held' then coalesce(old.held_at, tijdig_now()) end;
  return new;
end
$$;
revoke execute on function note_held() from public;
create trigger reminder_begins_held before insert on reminder for each row
  when (new.state = 'held') execute function note_held();
create trigger reminder_held_or_not before update of state on reminder for each row
  when (new.state = 'held' or old.state = 'held') execute function note_held();
update reminder set held_at = tijdig_now() where state = 'held' and reason_code in ('volume_review', 'awaiting_new_time');
create index reminder_held_now on reminder (latest_at) where held_at is not null;
