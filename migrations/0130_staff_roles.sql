-- expand
-- What members of staff may do, and at which locations.

alter table staff_member
  -- Null for a service account, whose keys say all it may do.
  add column role text constraint staff_member_role_check check (role in ('owner', 'admin', 'scheduler', 'viewer', 'integrator')),
  -- Of schedulers and viewers: where they work; none means everywhere. Ids of the inventory, or what the organization's system sends.
  add column location_ids text[] not null default '{}',
  -- Whether somebody with locations also sees the appointments that have none.
  add column includes_unassigned boolean not null default false;
-- Whoever could sign in could do everything, and still can.
update staff_member set role = 'owner' where kind = 'person';
alter table staff_member add constraint staff_member_has_role check ((role is not null) = (kind = 'person')) not valid;
alter table staff_member validate constraint staff_member_has_role;
alter table staff_member add constraint staff_member_locations_check
  check (location_ids = '{}' or role in ('scheduler', 'viewer')) not valid;
alter table staff_member validate constraint staff_member_locations_check;

-- As find_credential, which the code before this asks; also the role and the locations of whoever is behind the credential.
create function find_caller(secret_hash bytea)
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
  clock timestamptz,
  staff_role text,
  location_ids text[],
  includes_unassigned boolean
)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return query
    select k.id, 'api_key'::text, k.actor_id, k.role, k.platform_holder_id, k.scopes,
           k.revoked_at is not null, k.expires_at <= tijdig_now(), s.status, h.status,
           k.last_used_at is null or k.last_used_at < tijdig_now() - interval '1 minute', tijdig_now(),
           s.role, s.location_ids, s.includes_unassigned
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
           k.last_used_at is null or k.last_used_at < tijdig_now() - interval '1 minute', tijdig_now(),
           null::text, '{}'::text[], false
    from api_key k
    join recipient r on r.id = k.actor_id
    where k.secret_sha256 = secret_hash and k.platform_holder_id is null and k.role = 'recipient';
  if found then
    return;
  end if;
  return query
    select w.id, 'session'::text, w.staff_member_id, 'platform_holder_user'::text, w.platform_holder_id, null::text[],
           w.ended_at is not null, w.expires_at <= now() or w.last_seen_at < now() - interval '30 minutes',
           s.status, h.status, w.last_seen_at < now() - interval '1 minute', tijdig_now(),
           s.role, s.location_ids, s.includes_unassigned
    from staff_session w
    join staff_member s on s.platform_holder_id = w.platform_holder_id and s.id = w.staff_member_id
    join platform_holder h on h.platform_holder_id = w.platform_holder_id
    where w.token_sha256 = secret_hash;
end
$$;

alter function find_caller(bytea) owner to tijdig_operator;
revoke execute on function find_caller(bytea) from public;
grant execute on function find_caller(bytea) to tijdig_api;
