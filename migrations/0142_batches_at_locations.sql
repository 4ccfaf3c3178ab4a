-- expand
-- The wall of locations (0131) for batches: whoever is bound to some sees the items there, and a batch only when all of it is there,
-- so that nobody undoes or stops what they see a part of. '-' stands for appointments without a location.
alter table batch add column location_ids text[] not null default '{}';
create policy at_locations on batch as restrictive for all to tijdig_api
  using ((select bound_locations()) is null or location_ids <@ (select bound_locations()));
create policy at_locations on batch_item as restrictive for select to tijdig_api
  using ((select bound_locations()) is null or sees_appointment(platform_holder_id, appointment_id));
