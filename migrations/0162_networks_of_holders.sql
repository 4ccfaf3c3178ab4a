-- expand
-- From where an organization lets its staff and its API keys in.

create table holder_networks (
  platform_holder_id uuid primary key references platform_holder,
  -- Canonical; none means everywhere.
  session_networks cidr[] not null default '{}' constraint holder_networks_sessions_check check (cardinality(session_networks) <= 50),
  key_networks cidr[] not null default '{}' constraint holder_networks_keys_check check (cardinality(key_networks) <= 50),
  version integer not null,
  updated_at timestamptz not null default tijdig_now()
);
alter table holder_networks enable row level security, force row level security;
create policy bound on holder_networks to tijdig_api using (platform_holder_id = bound_holder()) with check (platform_holder_id = bound_holder());
create policy operator on holder_networks to tijdig_operator using (true) with check (true);
grant select, insert, update on holder_networks to tijdig_api, tijdig_operator;
grant delete on holder_networks to tijdig_operator;

/*
 * Whether an organization refuses a credential from this address, in the statement that looks the credential up. An address
 * that nobody could read (null) is in no network.
 */
create function is_outside_networks(holder uuid, authentication text, address inet)
returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce((
    select cardinality(allowed) > 0 and coalesce(not address <<= any (allowed), true)
    from (
      select case is_outside_networks.authentication when 'session' then n.session_networks else n.key_networks end as allowed
      from holder_networks n
      where n.platform_holder_id = is_outside_networks.holder
    ) of_holder
  ), false)
$$;
alter function is_outside_networks(uuid, text, inet) owner to tijdig_operator;
revoke execute on function is_outside_networks(uuid, text, inet) from public;
grant execute on function is_outside_networks(uuid, text, inet) to tijdig_api;
