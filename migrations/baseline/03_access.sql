-- Staff of platform holders: how they sign in, the keys they make, and what they keep for themselves.

-- One row is one assignment of one e-mail address to one holder.
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
alter table staff_member enable row level security, force row level security;
create policy bound on staff_member to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on staff_member to tijdig_operator using (true) with check (true);
grant select, update on staff_member to tijdig_api;
grant select on staff_member to tijdig_worker;
grant select, insert, update on staff_member to tijdig_operator;

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
  -- Which passkey opened it, so that it ends with it; null: a code.
  passkey_id uuid,
  -- When its person last gave a code or passkey, in real time.
  proved_at timestamptz not null default now(),
  primary key (platform_holder_id, id),
  foreign key (platform_holder_id, staff_member_id) references staff_member
);
create unique index staff_session_by_token on staff_session (token_sha256);
create index staff_session_by_expiry on staff_session (expires_at);
create index staff_session_by_member on staff_session (platform_holder_id, staff_member_id) where ended_at is null;
alter table staff_session enable row level security, force row level security;
create policy bound on staff_session to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on staff_session to tijdig_operator using (true) with check (true);
grant select, insert, update on staff_session to tijdig_api;
grant select, insert, update, delete on staff_session to tijdig_operator;

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
  used_at timestamptz,
  -- Of the network that asked, keyed.
  network_key bytea,
  -- Who asked: a device that signed in with this address before, or else a network; keyed.
  asker_key bytea,
  is_known_device boolean not null default false,
  is_long boolean not null default false
);
create index staff_sign_in_code_by_email on staff_sign_in_code (email_key, created_at desc);
create index staff_sign_in_code_by_age on staff_sign_in_code (created_at);
create index staff_sign_in_code_by_network on staff_sign_in_code (network_key, created_at) where network_key is not null;
grant select, insert, update on staff_sign_in_code to tijdig_api, tijdig_worker;
grant select, insert, update, delete on staff_sign_in_code to tijdig_operator;

-- Wrong codes of an address, over all its codes. Those of six digits are paid from a budget that fills again slowly; once it is
-- spent, its codes are long. `spent_until`: when the budget is whole again; null: it is.
create table staff_sign_in_failure (
  email_key bytea primary key,
  tries integer not null,
  last_at timestamptz not null,
  spent_until timestamptz
);
create index staff_sign_in_failure_by_age on staff_sign_in_failure (last_at);
grant select, insert, update, delete on staff_sign_in_failure to tijdig_api, tijdig_operator;
grant select on staff_sign_in_failure to tijdig_worker;

-- Passkeys of staff (WebAuthn). One belongs to a person, known by the e-mail address, whichever organizations they work
-- for; it ends with their last assignment.
create table staff_passkey (
  id uuid primary key,
  email text not null check (email = lower(email)),
  credential_id bytea not null unique,
  -- COSE, as the authenticator made it.
  public_key bytea not null,
  -- How often it signed, where it counts; one that falls back was copied.
  sign_count bigint not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkey_by_email on staff_passkey (email);
grant select, insert, update, delete on staff_passkey to tijdig_api;
grant select, insert, delete on staff_passkey to tijdig_operator;

-- What an authenticator is to sign, once.
create table staff_passkey_challenge (
  challenge_sha256 bytea primary key,
  -- The session that adds a passkey; null: somebody signs in.
  staff_session_id uuid,
  expires_at timestamptz not null
);
create index staff_passkey_challenge_by_expiry on staff_passkey_challenge (expires_at);
grant select, insert, update, delete on staff_passkey_challenge to tijdig_api;
grant select, insert, delete on staff_passkey_challenge to tijdig_operator;

-- Keys of staff, and of recipients (then platform_holder_id is null).
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
  -- The sign-in profile by which a recipient made it; null for one an operator made.
  profile_id uuid,
  foreign key (platform_holder_id, actor_id) references staff_member (platform_holder_id, id)
);
create unique index api_key_by_secret on api_key (secret_sha256);
create index api_key_by_actor on api_key (platform_holder_id, actor_id, created_at, id);
create index api_key_of_recipient on api_key (actor_id, created_at, id) where platform_holder_id is null;
alter table api_key enable row level security, force row level security;
create policy bound on api_key to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy own on api_key to tijdig_api
  using (platform_holder_id is null and actor_id = bound_recipient())
  with check (platform_holder_id is null and role = 'recipient' and actor_id = bound_recipient());
create policy operator on api_key to tijdig_operator using (true) with check (true);
grant select, insert, update on api_key to tijdig_api, tijdig_operator;
grant delete on api_key to tijdig_operator;

/*
 * Everything a request must know about its credential, by hash, at most one row. A recipient's key is as good as the link it
 * was made through: when no profile is linked any more, or not the one that made it, or only since later, it counts as
 * revoked. So a key that was made while somebody ended the link is dead too.
 */
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
language plpgsql stable security definer set search_path = public, pg_temp
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
alter function find_credential(bytea) owner to tijdig_operator;
revoke execute on function find_credential(bytea) from public;
grant execute on function find_credential(bytea) to tijdig_api;

-- The assignments of an e-mail address, for signing in before a tenant is known.
create function find_staff_by_email(folded_email text)
returns table (platform_holder_id uuid, id uuid, status text, holder_status text, locale text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.platform_holder_id, s.id, s.status, h.status, coalesce(s.interface_locale, h.default_locale)
  from staff_member s join platform_holder h using (platform_holder_id)
  where s.email = folded_email
  order by s.created_at, s.id
$$;
alter function find_staff_by_email(text) owner to tijdig_operator;
revoke execute on function find_staff_by_email(text) from public;
grant execute on function find_staff_by_email(text) to tijdig_api, tijdig_worker;

-- Filters of the list of appointments that a member of staff keeps under a name: ids and codes, and the name they gave it.
create table saved_view (
  platform_holder_id uuid not null,
  id uuid not null,
  staff_member_id uuid not null,
  name text not null,
  filters jsonb not null,
  created_at timestamptz not null default tijdig_now(),
  updated_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, id),
  unique (platform_holder_id, staff_member_id, name),
  foreign key (platform_holder_id, staff_member_id) references staff_member
);
create index saved_view_by_age on saved_view (created_at);
alter table saved_view enable row level security, force row level security;
create policy bound on saved_view to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on saved_view to tijdig_operator using (true) with check (true);
grant select, insert, update, delete on saved_view to tijdig_api;
grant select, insert, delete on saved_view to tijdig_operator;

-- The latest company look-up of each member of staff: how far it came, never what was looked for or found.
create table company_lookup (
  platform_holder_id uuid not null,
  actor_id uuid not null,
  request_id uuid not null,
  -- `stalled` is no state of its own but a `running` look-up that was silent for a while; so is `timed_out` when the process
  -- that ran it is gone.
  status text not null check (status in ('running', 'completed', 'failed', 'timed_out')),
  phase text not null check (phase in ('search', 'detail')),
  started_at timestamptz not null,
  -- The last sign of life of a running look-up.
  updated_at timestamptz not null,
  completed_at timestamptz,
  error_code text,
  primary key (platform_holder_id, actor_id),
  foreign key (platform_holder_id, actor_id) references staff_member,
  constraint company_lookup_end_has_instant check ((status = 'running') = (completed_at is null)),
  constraint company_lookup_failure_has_code check ((status in ('failed', 'timed_out')) = (error_code is not null))
);
alter table company_lookup enable row level security, force row level security;
create policy bound on company_lookup to tijdig_api
  using (platform_holder_id = bound_holder()) with check (platform_holder_id = bound_holder());
create policy operator on company_lookup to tijdig_operator using (true) with check (true);
grant select, insert, update on company_lookup to tijdig_api, tijdig_operator;
grant delete on company_lookup to tijdig_operator;
