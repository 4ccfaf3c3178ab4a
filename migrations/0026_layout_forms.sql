-- A surface may have a layout in several forms of components, of which an app takes the highest it knows.
alter table appointment_layout
  drop constraint appointment_layout_once,
  add constraint appointment_layout_once unique nulls not distinct (platform_holder_id, surface, appointment_type_id, schema_version);

create or replace view layout_of_person as
  select y.platform_holder_id, y.id, y.surface, y.appointment_type_id, y.schema_version
  from appointment_layout y
  where exists (select 1 from recipient_link l
                where l.recipient_id = bound_recipient() and l.platform_holder_id = y.platform_holder_id);
