-- The recipient's own side: their appointments across platform holders, and what they want of reminders.

-- Copied from recipient_link, so that a person's appointments of all holders stand in one index.
alter table appointment add column recipient_id uuid references recipient;
create index appointment_by_person on appointment (recipient_id, starts_at, id) where recipient_id is not null;

-- `preferences` holds only what the recipient changed; what is absent has its default.
alter table recipient
  add column preferences jsonb not null default '{}',
  add column preferences_version integer not null default 1,
  add column data_exported_at timestamptz;

/*
 * Links a holder's entry to a recipient, or to nobody with null, together with all of its appointments. An intake of the
 * same entry holds a key-share lock on it before it looks for the link, so it comes either before this or after it.
 */
create function apply_recipient_link(holder uuid, entry uuid, person uuid) returns void
language plpgsql set search_path = public
as $$
begin
  perform 1 from holder_recipient r where r.platform_holder_id = holder and r.id = entry for update;
  if not found then
    raise foreign_key_violation using message = 'The holder has no such recipient';
  end if;
  if person is null then
    delete from recipient_link l where l.platform_holder_id = holder and l.holder_recipient_id = entry;
  else
    insert into recipient_link as l (platform_holder_id, holder_recipient_id, recipient_id) values (holder, entry, person)
    on conflict (platform_holder_id, holder_recipient_id) do update
      set recipient_id = excluded.recipient_id, linked_at = tijdig_now() where l.recipient_id <> excluded.recipient_id;
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

-- A recipient's own appointments, and what they may know of the holders and of their kinds of appointments. Read as their
-- owner, so that a request bound to a recipient sees just this. Not by a policy on the tables: with two policies joined by
-- "or" the planner reads all of a person's appointments for every page, and holders' own queries would pay for it too.
create view appointment_of_person as
  select a.* from appointment a where a.recipient_id = bound_recipient();
alter view appointment_of_person owner to tijdig_operator;
create view holder_of_person as
  select h.platform_holder_id, h.display_name, h.whatsapp_number, h.website_url, h.default_locale,
    h.communication_inbox_email, h.scheduling_setup->'locations' as locations
  from platform_holder h
  where exists (select 1 from recipient_link l
                where l.recipient_id = bound_recipient() and l.platform_holder_id = h.platform_holder_id);
alter view holder_of_person owner to tijdig_operator;
create view type_of_person as
  select t.platform_holder_id, t.id, t.name, t.recipient_actions, t.instructions, t.layout_id
  from appointment_type t
  where t.platform_holder_id = '00000000-0000-0000-0000-000000000000'
     or exists (select 1 from recipient_link l
                where l.recipient_id = bound_recipient() and l.platform_holder_id = t.platform_holder_id);
alter view type_of_person owner to tijdig_operator;
create view layout_of_person as
  select y.platform_holder_id, y.id, y.surface, y.appointment_type_id
  from appointment_layout y
  where exists (select 1 from recipient_link l
                where l.recipient_id = bound_recipient() and l.platform_holder_id = y.platform_holder_id);
alter view layout_of_person owner to tijdig_operator;
grant select on appointment_of_person, holder_of_person, type_of_person, layout_of_person to tijdig_api;

-- What the engine must know of a linked recipient while it works for one holder: what they want, and no contact data.
create view person_of_holder as
  select r.id as recipient_id, r.locale, r.timezone, r.preferences - 'perHolder' as preferences,
    r.preferences->'perHolder'->(bound_holder()::text) as off_here
  from recipient r
  where exists (select 1 from recipient_link l where l.recipient_id = r.id and l.platform_holder_id = bound_holder());
alter view person_of_holder owner to tijdig_operator;
grant select on person_of_holder to tijdig_api, tijdig_worker;

/*
 * The opt-outs that stand for a recipient: for one holder by the contacts that holder has of them, for all holders (then
 * without a holder) by any of those or by their own, given as keys. The list itself is by contact, not by person (G9).
 */
create function list_own_opt_outs(own_phone bytea, own_email bytea)
returns table (platform_holder_id uuid, channel text, source text, changed_at timestamptz)
language sql stable security definer set search_path = public
as $$
  with contact as (
    select distinct a.platform_holder_id, a.recipient_phone_key, a.recipient_email_key
    from appointment a where a.recipient_id = bound_recipient()
  ), known as (
    select c.platform_holder_id, 'sms' as channel, c.recipient_phone_key as key from contact c where c.recipient_phone_key is not null
    union select c.platform_holder_id, 'email', c.recipient_email_key from contact c where c.recipient_email_key is not null
  )
  select k.platform_holder_id, k.channel, s.source, s.changed_at
  from known k join suppression s on s.platform_holder_id = k.platform_holder_id and s.channel = k.channel and s.contact_key = k.key
  where s.is_active
  union all
  select null, e.channel, e.source, e.changed_at
  from (select k.channel, k.key from known k union select 'sms', own_phone union select 'email', own_email) k
  join suppression_everywhere e on e.channel = k.channel and e.contact_key = k.key
  where e.is_active
$$;
alter function list_own_opt_outs(bytea, bytea) owner to tijdig_operator;
revoke execute on function list_own_opt_outs(bytea, bytea) from public;
grant execute on function list_own_opt_outs(bytea, bytea) to tijdig_api;

-- What a recipient did, for the copy of their data.
create index audit_event_of_person on audit_event (actor_id, at) where actor_kind = 'recipient';
create function list_own_actions() returns table (at timestamptz, action text)
language sql stable security definer set search_path = public
as $$
  select e.at, e.action from audit_event e
  where e.actor_kind = 'recipient' and e.actor_id = bound_recipient() order by e.at desc, e.id limit 10000
$$;
alter function list_own_actions() owner to tijdig_operator;
revoke execute on function list_own_actions() from public;
grant execute on function list_own_actions() to tijdig_api;
