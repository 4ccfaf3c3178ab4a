-- The language in which a person is written to at this holder, as it was last said; null leaves it to the holder. The column
-- of the appointment keeps what was said with it, by which a source that repeats itself is known.
alter table holder_recipient add column locale text;
-- Read by workers for the holders of a share, as the appointment is (0066).
create policy bound_to_set on holder_recipient to tijdig_worker using (platform_holder_id in (select unnest(bound_holders())));
alter policy bound on holder_recipient to tijdig_api;

-- The languages in which a recipient is written to, for each entry that is theirs.
create view entry_of_person as
  select r.platform_holder_id, r.id, r.locale
  from recipient_link l join holder_recipient r on r.platform_holder_id = l.platform_holder_id and r.id = l.holder_recipient_id
  where l.recipient_id = bound_recipient();
alter view entry_of_person owner to tijdig_operator;
grant select on entry_of_person to tijdig_api;
