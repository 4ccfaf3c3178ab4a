-- expand
-- The locations of whoever asks: a wall in the policies, so that a statement without the predicate shows nothing either.

-- The locations a transaction is bound to by `set local app.locations = 'id,id'`, '-' for having none; null when it is bound to no location.
create function bound_locations() returns text[]
language sql stable parallel safe
as $$ select string_to_array(nullif(current_setting('app.locations', true), ''), ',') $$;

create policy at_locations on appointment as restrictive for all to tijdig_api
  using ((select bound_locations()) is null or coalesce(location_id, '-') = any ((select bound_locations())::text[]));

-- Whether the caller sees an appointment; asked by the tables whose rows hang under one. A function, so that the planner does not
-- count with its look-up where nobody is bound. Cheap by declaration, for the same reason.
create function sees_appointment(holder uuid, appointment uuid) returns boolean
language sql stable parallel safe cost 1
as $$
  select exists (
    select from appointment a
    where a.platform_holder_id = holder and a.id = appointment)
$$;

-- The same of an entry of a person: seen by whoever sees an appointment of theirs.
create function sees_entry(holder uuid, entry uuid) returns boolean
language sql stable parallel safe cost 1
as $$
  select exists (
    select from appointment a
    where a.platform_holder_id = holder and a.holder_recipient_id = entry)
$$;

-- Reading alone: what is read for a change, and what a statement returns, is read too.
create policy at_locations on appointment_call as restrictive for select to tijdig_api
  using ((select bound_locations()) is null or sees_appointment(platform_holder_id, appointment_id));
create policy at_locations on inbound_sms as restrictive for select to tijdig_api
  using ((select bound_locations()) is null or sees_appointment(platform_holder_id, appointment_id));
create policy at_locations on recipient_request as restrictive for select to tijdig_api
  using ((select bound_locations()) is null or sees_appointment(platform_holder_id, appointment_id));
create policy at_locations on reminder as restrictive for select to tijdig_api
  using ((select bound_locations()) is null or sees_appointment(platform_holder_id, appointment_id));
create policy at_locations on reply as restrictive for select to tijdig_api
  using ((select bound_locations()) is null or sees_appointment(platform_holder_id, appointment_id));
create policy at_locations on reply_answer as restrictive for select to tijdig_api
  using ((select bound_locations()) is null or sees_appointment(platform_holder_id, appointment_id));
create policy at_locations on suggestion as restrictive for select to tijdig_api
  using ((select bound_locations()) is null or sees_appointment(platform_holder_id, appointment_id));
create policy at_locations on test_inbox_message as restrictive for select to tijdig_api
  using ((select bound_locations()) is null or sees_appointment(platform_holder_id, appointment_id));
create policy at_locations on reminder_attempt as restrictive for select to tijdig_api
  using ((select bound_locations()) is null or exists (
    select from reminder r
    where r.platform_holder_id = reminder_attempt.platform_holder_id and r.id = reminder_attempt.reminder_id));
create policy at_locations on person_note as restrictive for select to tijdig_api
  using ((select bound_locations()) is null or sees_entry(platform_holder_id, holder_recipient_id));
create policy at_locations on person_term as restrictive for select to tijdig_api
  using ((select bound_locations()) is null or sees_entry(platform_holder_id, holder_recipient_id));
create policy at_locations on recipient_link as restrictive for select to tijdig_api
  using ((select bound_locations()) is null or sees_entry(platform_holder_id, holder_recipient_id));
