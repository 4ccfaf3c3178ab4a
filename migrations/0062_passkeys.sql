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

-- What an authenticator is to sign, once.
create table staff_passkey_challenge (
  challenge_sha256 bytea primary key,
  -- The session that adds a passkey; null: somebody signs in.
  staff_session_id uuid,
  expires_at timestamptz not null
);
create index staff_passkey_challenge_by_expiry on staff_passkey_challenge (expires_at);

grant select, insert, update, delete on staff_passkey, staff_passkey_challenge to tijdig_api;
grant select, insert, delete on staff_passkey, staff_passkey_challenge to tijdig_operator;
