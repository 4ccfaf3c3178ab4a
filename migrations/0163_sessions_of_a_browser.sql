-- expand
-- A browser that holds sessions of one person at several organizations.

-- Those of some sessions that live and are of one address, whichever organizations they are of.
create function find_browser_sessions(token_hashes bytea[], folded_email text)
returns table (platform_holder_id uuid, id uuid, staff_member_id uuid, token_sha256 bytea)
language sql stable security definer set search_path = public, pg_temp
as $$
  select w.platform_holder_id, w.id, w.staff_member_id, w.token_sha256
  from staff_session w
  join staff_member s on s.platform_holder_id = w.platform_holder_id and s.id = w.staff_member_id
  where w.token_sha256 = any (token_hashes) and s.email = folded_email and w.ended_at is null and w.expires_at > now()
    and w.last_seen_at >= now() - interval '30 minutes'
  order by w.platform_holder_id, w.id
$$;
alter function find_browser_sessions(bytea[], text) owner to tijdig_operator;
revoke execute on function find_browser_sessions(bytea[], text) from public;
grant execute on function find_browser_sessions(bytea[], text) to tijdig_api;

-- A session beside the one that switched: its method, the time of its proof and its end are those of the first.
create function switch_session(from_holder uuid, from_session uuid, to_holder uuid, to_member uuid, new_session uuid, new_hash bytea,
  from_network text, by_browser text)
returns boolean
language sql volatile security definer set search_path = public, pg_temp
as $$
  with switched as (
    insert into staff_session (platform_holder_id, id, staff_member_id, token_sha256, passkey_id, proved_at, expires_at, network, browser)
    select to_holder, new_session, to_member, new_hash, w.passkey_id, w.proved_at, w.expires_at, from_network, by_browser
    from staff_session w
    join staff_member mine on mine.platform_holder_id = w.platform_holder_id and mine.id = w.staff_member_id
    join staff_member there on there.platform_holder_id = to_holder and there.id = to_member
    where w.platform_holder_id = from_holder and w.id = from_session and w.ended_at is null and w.expires_at > now()
      and mine.status = 'active' and there.status = 'active' and there.email = mine.email
    returning id)
  select exists (select from switched)
$$;
alter function switch_session(uuid, uuid, uuid, uuid, uuid, bytea, text, text) owner to tijdig_operator;
revoke execute on function switch_session(uuid, uuid, uuid, uuid, uuid, bytea, text, text) from public;
grant execute on function switch_session(uuid, uuid, uuid, uuid, uuid, bytea, text, text) to tijdig_api;
