-- What the app shows of an appointment, for the person it is with.
create or replace view layout_of_person as
  select y.platform_holder_id, y.id, y.surface, y.appointment_type_id, y.schema_version, y.components
  from appointment_layout y
  where exists (select 1 from recipient_link l
                where l.recipient_id = bound_recipient() and l.platform_holder_id = y.platform_holder_id);
