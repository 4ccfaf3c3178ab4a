alter table audit_event validate constraint audit_event_before;
