-- expand
-- Accounts of programs beside those of people, and when each key was last used and its end told of.

-- A person has an e-mail address and signs in; a service account has a name, and keys that nobody's leaving ends.
alter table staff_member
  add column kind text not null default 'person' constraint staff_member_kind_check check (kind in ('person', 'service')),
  add column name text,
  alter column email drop not null;
alter table staff_member add constraint staff_member_is_named
  check (case kind when 'person' then email is not null and name is null else email is null and name is not null end) not valid;
alter table staff_member validate constraint staff_member_is_named;
-- Who signs in is for the operator to say; an organization makes accounts of its programs.
grant insert on staff_member to tijdig_api;
create policy services_only on staff_member as restrictive for insert to tijdig_api with check (kind = 'service');

alter table api_key
  -- By the product's clock, at most once a minute; null: not since this was noted.
  add column last_used_at timestamptz,
  -- The last notice of its end, in days before it.
  add column told_days smallint constraint api_key_told_days_check check (told_days in (30, 7, 1));

-- For the mails about keys that end; the hash of a secret is not for workers.
grant select (platform_holder_id, id, actor_id, name, expires_at, revoked_at) on api_key to tijdig_worker;

-- As before; `is_stale` now also says of a key that its use was not noted in the last minute.
create or replace function find_credential(secret_hash bytea)
returns table (
  credential_id uuid,
  authentication text,
  actor_id uuid,
  role text,
  platform_holder_id uuid,
  scopes text[],
  is_revoked boolean,
  is_expired boolean,
  actor_status text,
  holder_status text,
  is_stale boolean,
  clock timestamptz
)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return query
    select k.id, 'api_key'::text, k.actor_id, k.role, k.platform_holder_id, k.scopes,
           k.revoked_at is not null, k.expires_at <= tijdig_now(), s.status, h.status,
           k.last_used_at is null or k.last_used_at < tijdig_now() - interval '1 minute', tijdig_now()
    from api_key k
    join staff_member s on s.platform_holder_id = k.platform_holder_id and s.id = k.actor_id
    join platform_holder h on h.platform_holder_id = k.platform_holder_id
    where k.secret_sha256 = secret_hash;
  if found then
    return;
  end if;
  return query
    select k.id, 'api_key'::text, k.actor_id, k.role, null::uuid, k.scopes,
           k.revoked_at is not null or not exists (
             select 1 from recipient_profile_link l
             where l.recipient_id = k.actor_id and l.linked_at <= k.created_at
               and (k.profile_id is null or l.profile_id = k.profile_id)),
           k.expires_at <= tijdig_now(), r.status, 'active'::text,
           k.last_used_at is null or k.last_used_at < tijdig_now() - interval '1 minute', tijdig_now()
    from api_key k
    join recipient r on r.id = k.actor_id
    where k.secret_sha256 = secret_hash and k.platform_holder_id is null and k.role = 'recipient';
  if found then
    return;
  end if;
  return query
    select w.id, 'session'::text, w.staff_member_id, 'platform_holder_user'::text, w.platform_holder_id, null::text[],
           w.ended_at is not null, w.expires_at <= now() or w.last_seen_at < now() - interval '30 minutes',
           s.status, h.status, w.last_seen_at < now() - interval '1 minute', tijdig_now()
    from staff_session w
    join staff_member s on s.platform_holder_id = w.platform_holder_id and s.id = w.staff_member_id
    join platform_holder h on h.platform_holder_id = w.platform_holder_id
    where w.token_sha256 = secret_hash;
end
$$;
