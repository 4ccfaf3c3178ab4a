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
alter table proved_contact enable row level security;
alter table proved_contact force row level security;
create policy operator on proved_contact to tijdig_operator using (true) with check (true);
grant select, insert, update, delete on proved_contact to tijdig_operator;

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

-- Who proved the contact of an entry of the bound holder, and whether that entry is linked to this very person or taken:
-- linked to somebody else, of whom it says nothing. Of any other holder, nothing.
create view person_at_entry as
  select r.platform_holder_id, c.profile_id, r.id as holder_recipient_id, l.recipient_id is not null as is_linked,
    l.recipient_id is not null and l.recipient_id is distinct from p.recipient_id as is_taken
  from holder_recipient r
  join proved_contact c on c.contact_key = r.contact_key
  left join recipient_link l on l.platform_holder_id = r.platform_holder_id and l.holder_recipient_id = r.id
  left join recipient_profile_link p on p.profile_id = c.profile_id
  where r.platform_holder_id = bound_holder()
    and exists (select 1 from appointment a
                where a.platform_holder_id = r.platform_holder_id and a.holder_recipient_id = r.id);
alter view person_at_entry owner to tijdig_operator;
grant select on person_at_entry to tijdig_api;

-- Called by a function of the operator, so that no temporary table stands before a table of ours.
alter function apply_recipient_link(uuid, uuid, uuid) set search_path = public, pg_temp;

/*
 * Links a person to entries of the bound holder whose contact is the one they proved; what that holder's staff may write of
 * links, and all of it. Takes its locks as an operator's link does: the profile, the entries, the recipient.
 *
 * Answers `linked`, `taken` (an entry is linked to somebody else) or `not_found` (one is not such an entry, or the person
 * was erased or forgotten meanwhile); but for the first nothing was written.
 */
create function link_person_to_entries(profile uuid, entries uuid[], own_number text, own_locale text, new_recipient uuid)
returns table (outcome text, recipient_id uuid, is_first boolean)
language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  holder uuid := bound_holder();
  person uuid;
  entry uuid;
  is_known boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('profile link ' || profile::text, 0));
  perform 1 from holder_recipient r where r.platform_holder_id = holder and r.id = any(entries) order by r.id for update;
  if cardinality(entries) = 0 or cardinality(entries) <> (
    select count(*) from holder_recipient r
    join proved_contact c on c.profile_id = profile and c.contact_key = r.contact_key
    where r.platform_holder_id = holder and r.id = any(entries))
  then
    return query select 'not_found', null::uuid, false;
    return;
  end if;
  select l.recipient_id into person from recipient_profile_link l where l.profile_id = profile;
  is_known := found;
  if exists (select 1 from recipient_link l
             where l.platform_holder_id = holder and l.holder_recipient_id = any(entries) and l.recipient_id is distinct from person)
  then
    return query select 'taken', null::uuid, false;
    return;
  end if;
  if is_known then
    perform 1 from recipient r where r.id = person and r.status = 'active' for update;
    if not found then
      return query select 'not_found', null::uuid, false;
      return;
    end if;
  else
    person := new_recipient;
    insert into recipient (id, display_name, phone_number_e164, locale)
    select person, a.recipient_name, own_number, own_locale from appointment a
    where a.platform_holder_id = holder and a.holder_recipient_id = entries[1]
    order by a.updated_at desc, a.id limit 1;
    if not found then
      return query select 'not_found', null::uuid, false;
      return;
    end if;
    insert into recipient_profile_link (profile_id, recipient_id) values (profile, person);
  end if;
  for entry in select e from unnest(entries) e order by e loop
    perform apply_recipient_link(holder, entry, person);
  end loop;
  return query select 'linked', person, not is_known;
end
$$;
alter function link_person_to_entries(uuid, uuid[], text, text, uuid) owner to tijdig_operator;
revoke execute on function link_person_to_entries(uuid, uuid[], text, text, uuid) from public;
grant execute on function link_person_to_entries(uuid, uuid[], text, text, uuid) to tijdig_api;

-- A holder may ask that two of its staff agree on each link.
alter table platform_holder add column links_need_two boolean not null default false;
grant update (links_need_two) on platform_holder to tijdig_api;

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
alter table link_proposal enable row level security;
alter table link_proposal force row level security;
create policy bound on link_proposal to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on link_proposal to tijdig_operator using (true) with check (true);
grant select, insert, update on link_proposal to tijdig_api;
grant select, insert, delete on link_proposal to tijdig_operator;

-- Requests that came to a holder by letter. They are about one entry of that holder, and about no recipient of the platform:
-- what a letter to one organization asks reaches no other.
alter table deletion_request
  alter column recipient_id drop not null,
  add column platform_holder_id uuid,
  add column holder_recipient_id uuid,
  -- Of staff; null when the request is known from the journal of erasures alone.
  add column entered_by uuid,
  add column received_on date,
  add constraint deletion_request_about check (
    num_nonnulls(platform_holder_id, holder_recipient_id, received_on) = case when recipient_id is null then 3 else 0 end
    and (recipient_id is null or entered_by is null));
create unique index deletion_request_one_open_of_entry on deletion_request (platform_holder_id, holder_recipient_id)
  where status in ('pending_review', 'in_progress');
create index deletion_request_by_entry on deletion_request (platform_holder_id, holder_recipient_id, created_at)
  where platform_holder_id is not null;
create policy of_holder on deletion_request to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder() and status = 'pending_review');
-- In the copy of whoever is linked to the entry.
create policy of_linked on deletion_request for select to tijdig_api using (
  exists (select 1 from recipient_link l
          where l.recipient_id = bound_recipient() and l.platform_holder_id = deletion_request.platform_holder_id
            and l.holder_recipient_id = deletion_request.holder_recipient_id));
alter table erasure alter column recipient_id drop not null;
