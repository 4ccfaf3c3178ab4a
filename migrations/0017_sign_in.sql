-- What the recipients' sign-in needs of the main database. The role that serves it may read the clock, leave an audit
-- row, have a code sent and ask which recipient a profile is linked to; it sees no table of a platform holder.
do $$
begin
  begin
    create role tijdig_login nologin;
  exception when duplicate_object or unique_violation then
    null; -- another database of this server, or a parallel migration, made it
  end;
  if not pg_has_role(current_user, 'tijdig_login', 'usage') then
    grant tijdig_login to current_user;
  end if;
end
$$;
grant usage on schema public to tijdig_login;
grant select on schema_migration, test_clock to tijdig_login;
grant select, insert, update, delete on rate_window to tijdig_login;
grant insert on audit_event to tijdig_login;
create policy login_insert on audit_event for insert to tijdig_login
  with check (platform_holder_id = '00000000-0000-0000-0000-000000000000');

-- Which recipient a sign-in profile belongs to. Nothing but an operator's command writes it.
create table recipient_profile_link (
  profile_id uuid primary key,
  recipient_id uuid not null references recipient,
  linked_at timestamptz not null default tijdig_now()
);
create index recipient_profile_link_by_recipient on recipient_profile_link (recipient_id);
alter table recipient_profile_link enable row level security;
alter table recipient_profile_link force row level security;
create policy operator on recipient_profile_link to tijdig_operator using (true) with check (true);
grant select, insert, update, delete on recipient_profile_link to tijdig_operator;

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

-- The only job the sign-in can add.
create function enqueue_recipient_code(challenge uuid)
returns void
language sql security definer set search_path = public, pg_temp
as $$
  select graphile_worker.add_job('text-recipient-sign-in-code', json_build_object('challengeId', challenge), max_attempts := 6)
$$;
revoke execute on function enqueue_recipient_code(uuid) from public;
grant execute on function enqueue_recipient_code(uuid) to tijdig_login;

create index api_key_of_recipient on api_key (actor_id, created_at, id) where platform_holder_id is null;
