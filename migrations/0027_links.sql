-- An entry of a holder that is linked to somebody is never moved to somebody else: the first link is ended first. Whoever
-- links at the same time waits here, and then sees what the other did.
create or replace function apply_recipient_link(holder uuid, entry uuid, person uuid) returns void
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

-- The sign-in profile by which a recipient made a key; null for a key an operator made.
alter table api_key add column profile_id uuid;

-- A recipient's key is as good as the link it was made through: when no profile is linked any more, or not the one that made
-- it, or only since later, it counts as revoked. So a key that was made while somebody ended the link is dead too.
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
language plpgsql stable security definer set search_path = public
as $$
begin
  return query
    select k.id, 'api_key'::text, k.actor_id, k.role, k.platform_holder_id, k.scopes,
           k.revoked_at is not null, k.expires_at <= tijdig_now(), s.status, h.status, false, tijdig_now()
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
           k.expires_at <= tijdig_now(), r.status, 'active'::text, false, tijdig_now()
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
