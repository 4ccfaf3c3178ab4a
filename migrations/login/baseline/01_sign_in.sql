-- The datastore of the recipients' sign-in: who asked for a code, who proved a number, and which sessions that opened.
-- It may be a database of its own. It knows nothing of platform holders, appointments or recipients of the platform:
-- which recipient a profile belongs to stands in the main database. Its callers bring the time along, because the test
-- clock is there too.
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
revoke all on schema login from public;
grant usage on schema login to tijdig_login;
grant select on login.schema_migration to tijdig_login;

-- The environment whose sessions these are, written once by the first process that serves them.
create table login.binding (
  only_row boolean primary key default true check (only_row),
  environment text not null,
  bound_at timestamptz not null default now()
);

-- A number somebody proved to read; made at the first successful sign-in.
create table login.profile (
  id uuid primary key,
  number_key bytea not null unique,
  phone_number_e164 text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  locale text,
  created_at timestamptz not null,
  last_signed_in_at timestamptz,
  -- The message that somebody who waited is linked: one for a profile, however often it is linked.
  -- null -> sending -> sent; failed: the provider said no, or nobody knows.
  link_message text check (link_message in ('sending', 'sent', 'failed'))
);
-- Profiles of numbers nobody signed in with for a long time are found by this and forgotten.
create index profile_by_last_use on login.profile ((coalesce(last_signed_in_at, created_at)));

-- A code that was asked for. It is made when its message is written, so that no queue ever holds it.
create table login.challenge (
  id uuid primary key,
  -- Where it was asked for; a code works only there.
  door text not null check (door in ('app', 'browser')),
  number_key bytea not null,
  phone_number_e164 text not null,
  -- The number without its last three digits: whoever pumps messages takes numbers that lie together.
  number_block text not null,
  country text not null,
  address_key bytea not null,
  locale text,
  code_hmac bytea,
  failed_tries integer not null default 0,
  -- waiting -> sending -> sent; none: nobody to send to; failed: the provider said no, or nobody knows.
  message_state text not null default 'waiting' check (message_state in ('waiting', 'sending', 'sent', 'none', 'failed')),
  sent_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  used_at timestamptz,
  -- Who asked: a device that signed in with this number before, or else a network; keyed.
  asker_key bytea,
  is_known_device boolean not null default false,
  is_long boolean not null default false
);
create index challenge_by_number on login.challenge (number_key, created_at);
create index challenge_by_block on login.challenge (number_block, created_at);
create index challenge_by_address on login.challenge (address_key, created_at);
create index challenge_by_country on login.challenge (country, sent_at) where sent_at is not null;
-- Messages of the last hour, of all countries.
create index challenge_by_sending on login.challenge (sent_at) where sent_at is not null;
create index challenge_by_age on login.challenge (created_at);

-- Wrong codes of a number since its last right one, over all its challenges. Those of six digits are paid from a budget that fills
-- again slowly; once it is spent, its codes are long. `spent_until`: when the budget is whole again; null: it is.
create table login.failed_number (
  number_key bytea primary key,
  tries integer not null,
  last_at timestamptz not null,
  spent_until timestamptz
);

-- Access tokens of the app (kind token; terms by the product's clock) and browser sessions (terms in real time).
create table login.session (
  id uuid primary key,
  profile_id uuid not null references login.profile,
  kind text not null check (kind in ('token', 'browser')),
  token_sha256 bytea not null unique,
  created_at timestamptz not null,
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_by_profile on login.session (profile_id);
create index session_by_expiry on login.session (expires_at);

-- When it was last noted that codes were withheld for a reason and a country: once an hour is enough to tell somebody, and
-- strangers who go on asking must not fill the audit trail, which is kept for years.
create table login.withheld (
  breaker text not null check (breaker in ('adjacentNumbers', 'countrySpend', 'allSpend')),
  country text not null,
  noted_at timestamptz not null,
  primary key (breaker, country)
);

grant select, insert on login.binding to tijdig_login;
grant select, insert, update, delete on login.profile, login.challenge, login.failed_number, login.session, login.withheld
  to tijdig_login;
