-- A person as a holder knows them is an entry. Whose contact is corrected, under the same name, gets another entry and stays
-- the same person: this names their first one. Null where there is no earlier one.
alter table holder_recipient add column same_person_as uuid;
create index holder_recipient_same_person on holder_recipient (platform_holder_id, same_person_as) where same_person_as is not null;

-- By what a person is found: each word of the folded name with what follows it (n), and the digits of the number, from its
-- beginning (p) and from its end (r). A B-tree of beginnings, as whoever answers the telephone types them: it stops after a
-- screenful however many fit, where a trigram index reads all that fit, needs three letters (李 is one), and cannot be used
-- before the row-level policy is checked. Compared byte by byte for that last reason.
create table person_term (
  platform_holder_id uuid not null,
  holder_recipient_id uuid not null,
  term text collate "C" not null,
  primary key (platform_holder_id, holder_recipient_id, term),
  foreign key (platform_holder_id, holder_recipient_id) references holder_recipient on delete cascade
);
create index person_term_sought on person_term (platform_holder_id, term, holder_recipient_id);
alter table person_term enable row level security;
alter table person_term force row level security;
create policy bound on person_term to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on person_term to tijdig_operator using (true) with check (true);
grant select, insert on person_term to tijdig_api, tijdig_worker;
grant select, insert, delete on person_term to tijdig_operator;

-- A folded name as it is sought: letters that have no accent to lose, as people type them who lack the letter.
create function sought_form(folded text) returns text
language sql immutable parallel safe
as $$ select translate(replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øłđðħıŧ', 'olddhit') $$;

-- Of scripts that write no spaces, and of Korean, each character begins a term.
create function name_terms(folded text) returns setof text
language sql immutable parallel safe
as $$
  select distinct 'n' || left(substr(s.sought, at), 64)
  from (select sought_form(folded) as sought) s cross join generate_series(1, length(s.sought)) as at
  where substr(s.sought, at, 1) <> ' ' and (at = 1 or substr(s.sought, at - 1, 1) = ' '
    or ascii(substr(s.sought, at, 1)) between 4352 and 4607 or ascii(substr(s.sought, at, 1)) between 11904 and 55295
    or ascii(substr(s.sought, at, 1)) >= 131072)
$$;

create function phone_terms(number text) returns setof text
language sql immutable parallel safe
as $$ select prefix || digits from (values ('p', ltrim(number, '+')), ('r', reverse(ltrim(number, '+')))) as t(prefix, digits) $$;

set local role tijdig_operator;
insert into person_term (platform_holder_id, holder_recipient_id, term)
select r.platform_holder_id, r.id, t.term from holder_recipient r cross join lateral name_terms(r.folded_name) as t(term)
where r.folded_name <> r.id::text;
insert into person_term (platform_holder_id, holder_recipient_id, term)
select a.platform_holder_id, a.holder_recipient_id, t.term
from (select distinct platform_holder_id, holder_recipient_id, recipient_phone from appointment where recipient_phone is not null) a
cross join lateral phone_terms(a.recipient_phone) as t(term)
on conflict do nothing;
reset role;

-- By the id that another system gave an appointment, whichever system it was.
create index appointment_by_external_id on appointment (platform_holder_id, external_appointment_id)
  where external_appointment_id is not null;
