-- People: as one platform holder knows them (an entry), and as the platform does (a recipient). Links say which entries are
-- one recipient's; nobody makes one but an operator's command and staff, for entries of their own (docs/sign-in.md).

-- A recipient of the platform: one person, as an operator or staff have verified.
create table recipient (
  id uuid primary key,
  status text not null default 'active' check (status in ('active', 'deleted')),
  display_name text not null,
  locale text,
  timezone text,
  phone_number_e164 text,
  email text,
  version integer not null default 1,
  linked_at timestamptz not null default tijdig_now(),
  created_at timestamptz not null default tijdig_now(),
  updated_at timestamptz not null default tijdig_now(),
  -- Only what the recipient changed; what is absent has its default.
  preferences jsonb not null default '{}',
  preferences_version integer not null default 1,
  data_exported_at timestamptz
);
create index recipient_by_number on recipient (phone_number_e164) where phone_number_e164 is not null;
alter table recipient enable row level security, force row level security;
create policy own on recipient to tijdig_api using (id = bound_recipient()) with check (id = bound_recipient());
create policy operator on recipient to tijdig_operator using (true) with check (true);
grant select, update on recipient to tijdig_api;
grant select, insert, update on recipient to tijdig_operator;

-- An entry: a person as one platform holder knows them, which is normalised contact plus folded name, because families share a
-- number. `contact_key` is a keyed hash, so the identity survives the erasure of the contact itself.
create table holder_recipient (
  platform_holder_id uuid not null references platform_holder,
  id uuid not null,
  contact_key bytea not null,
  folded_name text not null,
  created_at timestamptz not null default tijdig_now(),
  -- The language in which a person is written to at this holder, as it was last said; null leaves it to the holder. The column
  -- of the appointment keeps what was said with it, by which a source that repeats itself is known.
  locale text,
  -- Whose contact is corrected, under the same name, gets another entry and stays the same person: this names their first one.
  -- Null where there is no earlier one.
  same_person_as uuid,
  primary key (platform_holder_id, id),
  unique (platform_holder_id, contact_key, folded_name)
);
create index holder_recipient_same_person on holder_recipient (platform_holder_id, same_person_as) where same_person_as is not null;
alter table holder_recipient enable row level security, force row level security;
create policy bound on holder_recipient to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
-- Read by workers for the holders of a share, as the appointment is.
create policy bound_to_set on holder_recipient to tijdig_worker using (platform_holder_id in (select unnest(bound_holders())));
create policy operator on holder_recipient to tijdig_operator using (true) with check (true);
grant select, insert, update on holder_recipient to tijdig_api, tijdig_worker, tijdig_operator;
grant delete on holder_recipient to tijdig_operator;

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
alter table person_term enable row level security, force row level security;
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

-- What a holder's own staff note on how to reach a person, with one of their entries.
create table person_note (
  platform_holder_id uuid not null,
  holder_recipient_id uuid not null,
  note text not null,
  version integer not null default 1,
  updated_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, holder_recipient_id),
  foreign key (platform_holder_id, holder_recipient_id) references holder_recipient on delete cascade
);
alter table person_note enable row level security, force row level security;
create policy bound on person_note to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on person_note to tijdig_operator using (true) with check (true);
grant select, insert, update on person_note to tijdig_api;
grant select, insert, update, delete on person_note to tijdig_operator;

-- Entries of holders whose person was erased. An entry's id follows from contact and name, so somebody who is handed in
-- again comes back to it; nothing is ever sent for one (G9). No reference to the entry, which goes with its last appointment.
create table erased_entry (
  platform_holder_id uuid not null,
  holder_recipient_id uuid not null,
  erased_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, holder_recipient_id)
);
alter table erased_entry enable row level security, force row level security;
create policy bound on erased_entry to tijdig_api using (platform_holder_id = bound_holder());
create policy bound_to_set on erased_entry to tijdig_worker using (platform_holder_id in (select unnest(bound_holders())));
create policy operator on erased_entry to tijdig_operator using (true) with check (true);
grant select on erased_entry to tijdig_api, tijdig_worker;
grant select, insert, delete on erased_entry to tijdig_operator;

-- Which entries are a recipient's.
create table recipient_link (
  platform_holder_id uuid not null,
  holder_recipient_id uuid not null,
  recipient_id uuid not null references recipient,
  linked_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, holder_recipient_id),
  foreign key (platform_holder_id, holder_recipient_id) references holder_recipient
);
create index recipient_link_by_recipient on recipient_link (recipient_id, platform_holder_id);
alter table recipient_link enable row level security, force row level security;
create policy bound on recipient_link to tijdig_api, tijdig_worker
  using (platform_holder_id = bound_holder() or recipient_id = bound_recipient());
create policy operator on recipient_link to tijdig_operator using (true) with check (true);
grant select on recipient_link to tijdig_api, tijdig_worker;
grant select, insert, update, delete on recipient_link to tijdig_operator;

-- Which recipient a sign-in profile belongs to.
create table recipient_profile_link (
  profile_id uuid primary key,
  recipient_id uuid not null references recipient,
  linked_at timestamptz not null default tijdig_now()
);
create index recipient_profile_link_by_recipient on recipient_profile_link (recipient_id);
alter table recipient_profile_link enable row level security, force row level security;
create policy operator on recipient_profile_link to tijdig_operator using (true) with check (true);
grant select, insert, update, delete on recipient_profile_link to tijdig_operator;

-- Numbers that somebody proved to read by signing in, and addresses an operator checked to be theirs, as keyed hashes: by
-- them a holder's staff find who waits to be linked to entries of their own. Noted at each sign-in, so that a table that was
-- restored from an older backup fills again; deleted with the profile.
create table proved_contact (
  profile_id uuid not null,
  channel text not null check (channel in ('sms', 'email')),
  contact_key bytea not null,
  primary key (profile_id, channel)
);
create index proved_contact_by_key on proved_contact (contact_key);
alter table proved_contact enable row level security, force row level security;
create policy operator on proved_contact to tijdig_operator using (true) with check (true);
grant select, insert, update, delete on proved_contact to tijdig_operator;

-- A link that one member of staff asked for and another has to confirm; deleted after 30 days, decided or not.
create table link_proposal (
  platform_holder_id uuid not null references platform_holder,
  id uuid not null,
  profile_id uuid not null,
  holder_recipient_ids uuid[] not null,
  proposed_by uuid not null,
  proposed_at timestamptz not null default tijdig_now(),
  decided_at timestamptz,
  primary key (platform_holder_id, id)
);
create unique index link_proposal_one_open on link_proposal (platform_holder_id, profile_id) where decided_at is null;
create index link_proposal_by_age on link_proposal (proposed_at);
alter table link_proposal enable row level security, force row level security;
create policy bound on link_proposal to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on link_proposal to tijdig_operator using (true) with check (true);
grant select, insert, update on link_proposal to tijdig_api;
grant select, insert, delete on link_proposal to tijdig_operator;

create function note_proved_number(profile uuid, number_key bytea) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into proved_contact as c (profile_id, channel, contact_key) values (profile, 'sms', number_key)
  on conflict (profile_id, channel) do update set contact_key = excluded.contact_key
    where c.contact_key <> excluded.contact_key
$$;
alter function note_proved_number(uuid, bytea) owner to tijdig_operator;
revoke execute on function note_proved_number(uuid, bytea) from public;
grant execute on function note_proved_number(uuid, bytea) to tijdig_login;

-- Always one row, for the clock; without a link the rest of it is null.
create function find_linked_recipient(profile uuid)
returns table (recipient_id uuid, status text, display_name text, locale text, clock timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select r.id, r.status, r.display_name, r.locale, tijdig_now()
  from (select 1) always
  left join recipient_profile_link l on l.profile_id = profile
  left join recipient r on r.id = l.recipient_id
$$;
alter function find_linked_recipient(uuid) owner to tijdig_operator;
revoke execute on function find_linked_recipient(uuid) from public;
grant execute on function find_linked_recipient(uuid) to tijdig_api, tijdig_login;

-- Which sign-ins are the recipient's, for the copy of their data. The table itself is the operator's.
create function list_own_profiles() returns table (profile_id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$ select l.profile_id from recipient_profile_link l where l.recipient_id = bound_recipient() order by l.linked_at, l.profile_id limit 100 $$;
alter function list_own_profiles() owner to tijdig_operator;
revoke execute on function list_own_profiles() from public;
grant execute on function list_own_profiles() to tijdig_api;

-- Since when the number of the signed-in recipient is theirs: the profile that proved it was then linked, and what came
-- from the number before may be somebody else's. The table itself is the operator's.
create function own_number_since() returns timestamptz
language sql stable security definer set search_path = public, pg_temp
as $$ select max(l.linked_at) from recipient_profile_link l where l.recipient_id = bound_recipient() $$;
alter function own_number_since() owner to tijdig_operator;
revoke execute on function own_number_since() from public;
grant execute on function own_number_since() to tijdig_api;

/*
 * START by SMS: whoever proved to own this number gets text messages again from the holder the transaction is bound to, as
 * far as the app's switches go. Answers who had them off, and whether for all holders.
 */
create function switch_sms_on(own_number text)
returns table (recipient_id uuid, was_off_everywhere boolean)
language sql security definer set search_path = public, pg_temp
as $$
  with own as (
    select r.id, r.preferences->'offChannels' as off_channels, r.preferences->'perHolder' as per_holder
    from recipient r
    where r.phone_number_e164 = own_number and r.status = 'active' and bound_holder() is not null
      and (r.preferences->'offChannels' ? 'sms' or r.preferences->'perHolder'->(bound_holder()::text) ? 'sms')
    order by r.id for no key update
  )
  update recipient r set preferences_version = r.preferences_version + 1,
    preferences = r.preferences
      || case when o.off_channels ? 'sms' then jsonb_build_object('offChannels', o.off_channels - 'sms') else '{}' end
      || case when o.per_holder ? (bound_holder()::text)
           then jsonb_build_object('perHolder',
             o.per_holder || jsonb_build_object(bound_holder()::text, (o.per_holder->(bound_holder()::text)) - 'sms'))
           else '{}' end
  from own o where r.id = o.id
  returning r.id, coalesce(o.off_channels ? 'sms', false)
$$;
alter function switch_sms_on(text) owner to tijdig_operator;
revoke execute on function switch_sms_on(text) from public;
grant execute on function switch_sms_on(text) to tijdig_worker;

-- Views of what belongs to a recipient are read as their owner, so that a request bound to a recipient sees just this. Not by a
-- policy on the tables: with two policies joined by "or" the planner reads all of a person's rows for every page, and holders'
-- own queries would pay for it too.
create view holder_of_person as
  select h.platform_holder_id, h.display_name, h.whatsapp_number, h.website_url, h.default_locale,
    h.communication_inbox_email, h.scheduling_setup->'locations' as locations
  from platform_holder h
  where exists (select 1 from recipient_link l
                where l.recipient_id = bound_recipient() and l.platform_holder_id = h.platform_holder_id);
alter view holder_of_person owner to tijdig_operator;
grant select on holder_of_person to tijdig_api;

-- The languages in which a recipient is written to, for each entry that is theirs.
create view entry_of_person as
  select r.platform_holder_id, r.id, r.locale
  from recipient_link l join holder_recipient r on r.platform_holder_id = l.platform_holder_id and r.id = l.holder_recipient_id
  where l.recipient_id = bound_recipient();
alter view entry_of_person owner to tijdig_operator;
grant select on entry_of_person to tijdig_api;

-- What the engine must know of a linked recipient while it works for one holder: what they want, and no contact data.
create view person_of_holder as
  select r.id as recipient_id, r.locale, r.timezone, r.preferences - 'perHolder' as preferences,
    r.preferences->'perHolder'->(bound_holder()::text) as off_here
  from recipient r
  where exists (select 1 from recipient_link l where l.recipient_id = r.id and l.platform_holder_id = bound_holder());
alter view person_of_holder owner to tijdig_operator;
grant select on person_of_holder to tijdig_api, tijdig_worker;

-- The same for each holder that the transaction is bound to; the holder's id stands beside it.
create view person_at_holder as
  select l.platform_holder_id, r.id as recipient_id, r.locale, r.timezone, r.preferences - 'perHolder' as preferences,
    r.preferences->'perHolder'->(l.platform_holder_id::text) as off_here
  from recipient_link l join recipient r on r.id = l.recipient_id
  where l.platform_holder_id in (select unnest(bound_holders()));
alter view person_at_holder owner to tijdig_operator;
grant select on person_at_holder to tijdig_api, tijdig_worker;
