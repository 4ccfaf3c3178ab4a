-- A whole reading that would cancel a large part of a calendar's appointments waits for the next one to say the same:
-- how many it would have cancelled, or null when nothing waits.
alter table calendar_sync add column withdrawals_held integer;
-- When the provider was last asked which calendars the account has.
alter table integration_connection add column calendars_listed_at timestamptz;

-- Staff see which events nobody is reminded of, and what waits; requests still write nothing here.
alter policy bound on calendar_sync to tijdig_api, tijdig_worker;
alter policy bound on calendar_event to tijdig_api, tijdig_worker;
grant select (platform_holder_id, integration_id, calendar_id, withdrawals_held) on calendar_sync to tijdig_api;
grant select (platform_holder_id, integration_id, calendar_id, event_key, starts_at, outcome, reason) on calendar_event to tijdig_api;
create index calendar_event_left_out on calendar_event (platform_holder_id, starts_at) where outcome <> 'appointment';

-- A change that was refused used to leave the appointment as it was before: such events are looked at again, from the start.
set local role tijdig_operator;
update calendar_event set fingerprint = '' where outcome = 'refused' and has_appointment;
update calendar_sync s set cursor = null
where exists (
  select 1 from calendar_event e
  where e.platform_holder_id = s.platform_holder_id and e.integration_id = s.integration_id and e.calendar_id = s.calendar_id
    and e.outcome = 'refused' and e.has_appointment);
reset role;
