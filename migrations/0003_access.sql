-- Staff of a platform holder. One row is one assignment of one e-mail address to one holder.
create table staff_member (
  platform_holder_id uuid not null references platform_holder,
  id uuid not null,
  email text not null check (email = lower(email)),
  status text not null default 'active' check (status in ('active', 'inactive')),
  interface_locale text,
  created_at timestamptz not null default tijdig_now(),
  updated_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, id),
  unique (platform_holder_id, email)
);
create index staff_member_by_email on staff_member (email);

-- Browser sessions follow real time, so that a test clock that jumps a day signs nobody out.
create table staff_session (
  platform_holder_id uuid not null,
  id uuid not null,
  staff_member_id uuid not null,
  token_sha256 bytea not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (platform_holder_id, id),
  foreign key (platform_holder_id, staff_member_id) references staff_member
);
create unique index staff_session_by_token on staff_session (token_sha256);

-- A code that was asked for. It is made when the mail is written, so that no queue ever holds it.
create table staff_sign_in_code (
  id uuid primary key,
  email_key bytea not null,
  -- Only for an address that belongs to staff: where the mail goes.
  email text,
  code_hmac bytea,
  failed_tries integer not null default 0,
  created_at timestamptz not null default tijdig_now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  used_at timestamptz
);
create index staff_sign_in_code_by_email on staff_sign_in_code (email_key, created_at desc);

-- Keys of staff, and later of recipients (then platform_holder_id is null).
create table api_key (
  id uuid primary key,
  platform_holder_id uuid,
  actor_id uuid not null,
  role text not null check (role in ('platform_holder_user', 'recipient')),
  name text not null,
  kind text not null check (kind in ('full', 'restricted')),
  prefix text not null,
  secret_sha256 bytea not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (platform_holder_id, actor_id) references staff_member (platform_holder_id, id)
);
create unique index api_key_by_secret on api_key (secret_sha256);
create index api_key_by_actor on api_key (platform_holder_id, actor_id, created_at, id);

-- Everything a request must know about its credential, by hash, at most one row.
create function find_credential(secret_hash bytea)
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
           k.revoked_at is not null, k.expires_at <= tijdig_now(), r.status, 'active'::text, false, tijdig_now()
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
alter function find_credential(bytea) owner to tijdig_operator;
revoke execute on function find_credential(bytea) from public;
grant execute on function find_credential(bytea) to tijdig_api;

-- The assignments of an e-mail address, for signing in before a tenant is known.
create function find_staff_by_email(folded_email text)
returns table (platform_holder_id uuid, id uuid, status text, holder_status text, locale text)
language sql stable security definer set search_path = public
as $$
  select s.platform_holder_id, s.id, s.status, h.status, coalesce(s.interface_locale, h.default_locale)
  from staff_member s join platform_holder h using (platform_holder_id)
  where s.email = folded_email
  order by s.created_at, s.id
$$;
alter function find_staff_by_email(text) owner to tijdig_operator;
revoke execute on function find_staff_by_email(text) from public;
grant execute on function find_staff_by_email(text) to tijdig_api, tijdig_worker;

-- First answers to requests that carry a clientRequestId.
create table client_request (
  platform_holder_id uuid not null references platform_holder,
  actor_id uuid not null,
  operation_id text not null,
  client_request_id uuid not null,
  body_sha256 bytea not null,
  response_status integer,
  response_data jsonb,
  created_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, actor_id, operation_id, client_request_id)
);
create index client_request_by_age on client_request (created_at);

-- Who did what to whom. Nobody but the retention job removes rows, and no role may change them.
create table audit_event (
  platform_holder_id uuid not null default '00000000-0000-0000-0000-000000000000',
  id uuid not null default gen_random_uuid(),
  at timestamptz not null default tijdig_now(),
  actor_kind text not null check (actor_kind in ('staff', 'recipient', 'operator', 'system', 'provider', 'anonymous')),
  actor_id uuid,
  action text not null,
  request_id text,
  subjects uuid[] not null default '{}',
  detail jsonb,
  primary key (platform_holder_id, id)
);
create index audit_event_by_time on audit_event (platform_holder_id, at);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['staff_member', 'staff_session', 'api_key', 'client_request', 'audit_event'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy bound on %I to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
                    with check (platform_holder_id = bound_holder())', table_name);
    execute format('create policy operator on %I to tijdig_operator using (true) with check (true)', table_name);
  end loop;
end
$$;
-- Sign-ins and refused webhooks belong to no holder, and must leave a trace all the same.
create policy unbound_insert on audit_event for insert to tijdig_api, tijdig_worker
  with check (platform_holder_id = '00000000-0000-0000-0000-000000000000');

grant select, update on staff_member to tijdig_api;
grant select on staff_member to tijdig_worker;
grant select, insert, update on staff_member to tijdig_operator;
grant select, insert, update on staff_session to tijdig_api;
grant select, insert, update, delete on staff_session to tijdig_operator;
grant select, insert, update on staff_sign_in_code to tijdig_api, tijdig_worker;
grant select, insert, update, delete on staff_sign_in_code to tijdig_operator;
grant select, insert, update on api_key to tijdig_api;
grant select, insert, update on api_key to tijdig_operator;
grant select, insert, update on client_request to tijdig_api;
grant select, delete on client_request to tijdig_operator;
grant insert on audit_event to tijdig_api, tijdig_worker;
grant select, insert, delete on audit_event to tijdig_operator;
