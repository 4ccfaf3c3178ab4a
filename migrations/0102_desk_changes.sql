-- expand
-- What a colleague noted, that somebody was called or how to reach them, is on the screens of others as an appointment's change is.
create trigger appointment_call_added after insert on appointment_call
  referencing new table as changed for each statement execute function note_change('appointments');
create trigger appointment_call_changed after update on appointment_call
  referencing new table as changed for each statement execute function note_change('appointments');
create trigger person_note_added after insert on person_note
  referencing new table as changed for each statement execute function note_change('appointments');
create trigger person_note_changed after update on person_note
  referencing new table as changed for each statement execute function note_change('appointments');
