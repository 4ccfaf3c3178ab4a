-- The recipient's side: how entries and their appointments become theirs, what they ask, what holders propose to them, and who
-- asked to be erased.

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

-- Whether an appointment at an active holder names this number: one index probe for each holder.
create function is_recipient_contact(phone_key bytea)
returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (
    select 1 from platform_holder h
    where h.status = 'active' and exists (
      select 1 from appointment a
      where a.platform_holder_id = h.platform_holder_id and a.recipient_phone_key = phone_key and a.recipient_phone is not null))
$$;
alter function is_recipient_contact(bytea) owner to tijdig_operator;
revoke execute on function is_recipient_contact(bytea) from public;
grant execute on function is_recipient_contact(bytea) to tijdig_worker;

/*
 * Links a holder's entry to a recipient, or to nobody with null, together with all of its appointments. One that is linked to
 * somebody is never moved to somebody else: the first link is ended first. Whoever links at the same time waits here, and then
 * sees what the other did; an intake of the same entry holds a key-share lock on it before it looks for the link, so it comes
 * either before this or after it.
 */
create function apply_recipient_link(holder uuid, entry uuid, person uuid) returns void
language plpgsql set search_path = public, pg_temp
as $$
begin
  perform 1 from holder_recipient r where r.platform_holder_id = holder and r.id = entry for update;
  if not found then
    raise foreign_key_violation using message = 'The holder has no such recipient';
  end if;
  if person is null then
    delete from recipient_link l where l.platform_holder_id = holder and l.holder_recipient_id = entry;
  else
    perform 1 from recipient_link l
    where l.platform_holder_id = holder and l.holder_recipient_id = entry and l.recipient_id <> person;
    if found then
      raise unique_violation using message = 'The entry is linked to another recipient';
    end if;
    insert into recipient_link (platform_holder_id, holder_recipient_id, recipient_id) values (holder, entry, person)
    on conflict (platform_holder_id, holder_recipient_id) do nothing;
  end if;
  update appointment a set recipient_id = person
  where (a.platform_holder_id, a.id) in (
    select t.platform_holder_id, t.id from appointment t
    where t.platform_holder_id = holder and t.holder_recipient_id = entry and t.recipient_id is distinct from person
    order by t.id for no key update);
end
$$;
revoke execute on function apply_recipient_link(uuid, uuid, uuid) from public;
grant execute on function apply_recipient_link(uuid, uuid, uuid) to tijdig_operator;

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

-- A recipient asks the platform holder to cancel or to move an appointment. A request changes nothing by itself.
create table recipient_request (
  platform_holder_id uuid not null,
  id uuid not null,
  recipient_id uuid not null references recipient,
  client_request_id uuid not null,
  appointment_id uuid not null,
  type text not null check (type in ('cancel', 'reschedule')),
  -- Pending beyond `expires_at` means expired, whether or not that is already written.
  status text not null default 'pending_review'
    check (status in ('pending_review', 'approved', 'declined', 'withdrawn', 'superseded', 'expired')),
  version integer not null default 1,
  appointment_version integer not null,
  schedule_revision integer not null,
  reason_code text check (reason_code in ('ill', 'work', 'transport', 'no_longer_needed', 'other')),
  note text,
  preferred_windows jsonb not null default '[]',
  review_message text,
  reviewed_at timestamptz,
  reviewed_by uuid,
  suggestion_id uuid,
  appointment_changed boolean not null default false,
  follow_up text check (follow_up in ('UPDATE_SOURCE_SYSTEM')),
  -- The start of the appointment.
  expires_at timestamptz not null,
  created_at timestamptz not null default tijdig_now(),
  updated_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, id),
  foreign key (platform_holder_id, appointment_id) references appointment,
  foreign key (platform_holder_id, reviewed_by) references staff_member,
  constraint recipient_request_review check ((status in ('approved', 'declined')) = (reviewed_at is not null))
);
create unique index recipient_request_one_open on recipient_request (platform_holder_id, appointment_id)
  where status = 'pending_review';
create index recipient_request_by_holder on recipient_request (platform_holder_id, created_at, id);
create index recipient_request_by_recipient on recipient_request (recipient_id, created_at, id);
create index recipient_request_to_expire on recipient_request (expires_at) where status = 'pending_review';
create index recipient_request_by_appointment on recipient_request (platform_holder_id, appointment_id);
create index recipient_request_with_text on recipient_request (expires_at)
  where note is not null or review_message is not null or preferred_windows <> '[]';
alter table recipient_request enable row level security, force row level security;
create policy bound on recipient_request to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy own on recipient_request for select to tijdig_api using (recipient_id = bound_recipient());
create policy operator on recipient_request to tijdig_operator using (true) with check (true);
grant select, insert, update on recipient_request to tijdig_api, tijdig_worker, tijdig_operator;
grant delete on recipient_request to tijdig_operator;
create trigger recipient_request_added after insert on recipient_request
  referencing new table as changed for each statement execute function note_change('requests');
create trigger recipient_request_changed after update on recipient_request
  referencing new table as changed for each statement execute function note_change('requests');

-- A time a platform holder proposes to a recipient. Only a person may accept it, and accepting creates and moves nothing.
create table suggestion (
  platform_holder_id uuid not null references platform_holder,
  id uuid not null,
  recipient_id uuid not null references recipient,
  kind text not null check (kind in ('alternative_time', 'follow_up')),
  origin text not null default 'platform_holder' check (origin in ('platform_holder')),
  appointment_id uuid,
  request_id uuid,
  -- The UID of the calendar event an operator imported it from: importing the file again adds nothing.
  import_uid text,
  proposed_starts_at timestamptz not null,
  proposed_ends_at timestamptz not null,
  timezone text not null,
  message text,
  -- Pending beyond `expires_at` means expired, whether or not that is already written.
  status text not null default 'pending_review'
    check (status in ('pending_review', 'approved', 'dismissed', 'expired', 'withdrawn')),
  version integer not null default 1,
  reviewed_at timestamptz,
  -- The proposed start.
  expires_at timestamptz not null,
  -- When the holder's inbox was written to about an approval.
  notified_at timestamptz,
  created_at timestamptz not null default tijdig_now(),
  updated_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, id),
  foreign key (platform_holder_id, appointment_id) references appointment,
  foreign key (platform_holder_id, request_id) references recipient_request,
  constraint suggestion_ends_after_start check (proposed_ends_at > proposed_starts_at),
  constraint suggestion_review check ((status in ('approved', 'dismissed')) = (reviewed_at is not null))
);
create unique index suggestion_once on suggestion (platform_holder_id, recipient_id, import_uid);
create index suggestion_by_recipient on suggestion (recipient_id, created_at, id);
create index suggestion_open on suggestion (platform_holder_id, appointment_id) where status = 'pending_review';
create index suggestion_to_expire on suggestion (expires_at) where status = 'pending_review';
create index suggestion_with_text on suggestion (expires_at) where message is not null;
create index suggestion_by_age on suggestion (expires_at);
-- For the foreign keys, which look here when an appointment or a request goes.
create index suggestion_by_appointment on suggestion (platform_holder_id, appointment_id) where appointment_id is not null;
create index suggestion_by_request on suggestion (platform_holder_id, request_id) where request_id is not null;
alter table suggestion enable row level security, force row level security;
create policy bound on suggestion to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy own on suggestion for select to tijdig_api using (recipient_id = bound_recipient());
create policy operator on suggestion to tijdig_operator using (true) with check (true);
grant select, insert, update on suggestion to tijdig_api, tijdig_worker, tijdig_operator;
grant delete on suggestion to tijdig_operator;

-- Somebody asks to be erased. Nothing but an operator's command goes further than asking. Asked by a recipient, or by letter to a
-- holder: then it is about one entry of that holder, and about no recipient of the platform, because what a letter to one
-- organization asks reaches no other.
create table deletion_request (
  id uuid primary key,
  recipient_id uuid references recipient,
  client_request_id uuid not null,
  status text not null default 'pending_review' check (status in ('pending_review', 'in_progress', 'completed', 'rejected')),
  version integer not null default 1,
  reason text,
  created_at timestamptz not null default tijdig_now(),
  -- One month, as the law gives (GDPR, article 12(3)).
  due_at timestamptz not null,
  updated_at timestamptz not null default tijdig_now(),
  completed_at timestamptz,
  outcome_message text,
  retained_categories text[] not null default '{}',
  -- Set when an operator completed it: the last notice goes out, then everything is erased.
  erase_asked_at timestamptz,
  notice text check (notice in ('sent', 'impossible')),
  -- Contacts of the person, as hex of their keys, that other people have too and that an operator chose to leave usable.
  kept_contacts text[] not null default '{}',
  platform_holder_id uuid,
  holder_recipient_id uuid,
  -- Of staff; null when the request is known from the journal of erasures alone.
  entered_by uuid,
  received_on date,
  constraint deletion_request_outcome check ((status in ('completed', 'rejected')) = (completed_at is not null)),
  constraint deletion_request_about check (
    num_nonnulls(platform_holder_id, holder_recipient_id, received_on) = case when recipient_id is null then 3 else 0 end
    and (recipient_id is null or entered_by is null))
);
create unique index deletion_request_one_open on deletion_request (recipient_id) where status in ('pending_review', 'in_progress');
create unique index deletion_request_one_open_of_entry on deletion_request (platform_holder_id, holder_recipient_id)
  where status in ('pending_review', 'in_progress');
create index deletion_request_by_recipient on deletion_request (recipient_id, created_at, id);
create index deletion_request_by_entry on deletion_request (platform_holder_id, holder_recipient_id, created_at)
  where platform_holder_id is not null;
create index deletion_request_open on deletion_request (due_at) where status in ('pending_review', 'in_progress');
create index deletion_request_by_end on deletion_request (completed_at) where completed_at is not null;
alter table deletion_request enable row level security, force row level security;
create policy own on deletion_request to tijdig_api using (recipient_id = bound_recipient())
  with check (recipient_id = bound_recipient() and status = 'pending_review');
create policy of_holder on deletion_request to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder() and status = 'pending_review');
-- In the copy of whoever is linked to the entry.
create policy of_linked on deletion_request for select to tijdig_api using (
  exists (select 1 from recipient_link l
          where l.recipient_id = bound_recipient() and l.platform_holder_id = deletion_request.platform_holder_id
            and l.holder_recipient_id = deletion_request.holder_recipient_id));
create policy operator on deletion_request to tijdig_operator using (true) with check (true);
grant select, insert on deletion_request to tijdig_api;
grant select, insert, update, delete on deletion_request to tijdig_operator;

-- Which erasures this database has seen. The journal beside the database has them all: what is missing here was restored
-- from an older backup and is erased again.
create table erasure (
  id uuid primary key,
  recipient_id uuid,
  erased_at timestamptz not null default tijdig_now()
);
alter table erasure enable row level security, force row level security;
create policy operator on erasure to tijdig_operator using (true) with check (true);
grant select, insert, delete on erasure to tijdig_operator;
