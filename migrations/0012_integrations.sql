-- Calendars of a platform holder that appointments may be read from. A holder has each provider at most once, under an id
-- that follows from the two; a row is made when the first authorization is started.
create table integration_connection (
  platform_holder_id uuid not null references platform_holder,
  integration_id uuid not null,
  provider text not null check (provider in ('google_calendar', 'microsoft_365', 'caldav')),
  status text not null check (status in ('authorization_pending', 'connected', 'action_required', 'error', 'disconnected')),
  version integer not null default 2,
  -- The authorization that is waited for; its answer counts only while it is this one.
  authorization_id uuid,
  authorization_expires_at timestamptz,
  -- What the owner granted, encrypted for this holder and integration; null unless connected or in need of action.
  encrypted_grant text,
  -- Rises with every grant stored, so that a refresh that comes late overwrites nothing.
  grant_revision integer not null default 0,
  access_expires_at timestamptz,
  -- Real time: whoever holds it is asking the provider for a new access token.
  refresh_leased_until timestamptz,
  -- Keyed hash of whose account it is, and what staff may see of it.
  account_key bytea,
  account_label text,
  granted_scopes text[] not null default '{}',
  calendars jsonb not null default '[]',
  connected_at timestamptz,
  last_success_at timestamptz,
  last_error_at timestamptz,
  last_error_code text check (last_error_code in ('consent_revoked', 'token_expired', 'permission_missing', 'provider_unavailable')),
  -- True while staff must still be told that the connection stopped working.
  is_notice_due boolean not null default false,
  created_at timestamptz not null default tijdig_now(),
  updated_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, integration_id),
  unique (platform_holder_id, provider),
  constraint integration_connected_has_grant check (status <> 'connected' or encrypted_grant is not null),
  constraint integration_pending_has_authorization check (status <> 'authorization_pending' or authorization_id is not null)
);

-- An authorization that was started: who started it, and the hash of the state that comes back with the answer.
create table integration_authorization (
  platform_holder_id uuid not null,
  id uuid not null,
  integration_id uuid not null,
  state_sha256 bytea not null,
  actor_id uuid not null,
  credential_id uuid not null,
  authentication text not null check (authentication in ('session', 'api_key')),
  created_at timestamptz not null default tijdig_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (platform_holder_id, id),
  foreign key (platform_holder_id, integration_id) references integration_connection
);
create unique index integration_authorization_by_state on integration_authorization (state_sha256);

-- Grants that are given up but not yet revoked at the provider.
create table integration_revocation (
  platform_holder_id uuid not null,
  id uuid not null,
  integration_id uuid not null,
  encrypted_grant text not null,
  account_key bytea,
  created_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, id),
  foreign key (platform_holder_id, integration_id) references integration_connection
);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['integration_connection', 'integration_authorization', 'integration_revocation'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy bound on %I to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
                    with check (platform_holder_id = bound_holder())', table_name);
    execute format('create policy operator on %I to tijdig_operator using (true) with check (true)', table_name);
    execute format('grant select, insert, update on %I to tijdig_api, tijdig_worker', table_name);
    execute format('grant select, insert, update, delete on %I to tijdig_operator', table_name);
  end loop;
end
$$;
grant delete on integration_revocation to tijdig_worker;

-- The provider's answer names a state and no holder. A credential that has ended since opens nothing any more.
create function find_integration_authorization(state_hash bytea)
returns table (
  platform_holder_id uuid,
  id uuid,
  integration_id uuid,
  provider text,
  actor_id uuid,
  credential_id uuid,
  authentication text,
  is_open boolean,
  is_expired boolean
)
language sql stable security definer set search_path = public
as $$
  select a.platform_holder_id, a.id, a.integration_id, c.provider, a.actor_id, a.credential_id, a.authentication,
         a.used_at is null and a.expires_at > tijdig_now() and c.authorization_id = a.id and c.status = 'authorization_pending'
           and s.status = 'active' and h.status in ('active', 'draft')
           and (a.authentication = 'session' or exists (
             select 1 from api_key k
             where k.platform_holder_id = a.platform_holder_id and k.id = a.credential_id and k.revoked_at is null
               and k.expires_at > tijdig_now())),
         a.used_at is null and a.expires_at <= tijdig_now()
  from integration_authorization a
  join integration_connection c on c.platform_holder_id = a.platform_holder_id and c.integration_id = a.integration_id
  join staff_member s on s.platform_holder_id = a.platform_holder_id and s.id = a.actor_id
  join platform_holder h on h.platform_holder_id = a.platform_holder_id
  where a.state_sha256 = state_hash
$$;
alter function find_integration_authorization(bytea) owner to tijdig_operator;
revoke execute on function find_integration_authorization(bytea) from public;
grant execute on function find_integration_authorization(bytea) to tijdig_api;
