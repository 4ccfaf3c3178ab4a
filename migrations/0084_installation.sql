-- Which installation this database belongs to: `tijdig migrate` writes the one row, and every process and command compares it
-- with its own settings before it does anything. Only the owner of the tables changes it.
create table installation (
  only_row boolean primary key default true check (only_row),
  environment text not null check (environment in ('development', 'test', 'beta', 'production')),
  secret_fingerprint bytea not null check (length(secret_fingerprint) = 32),
  claimed_at timestamptz not null default now(),
  -- When a request last came through a proxy that TIJDIG_TRUSTED_PROXIES does not name.
  unlisted_proxy_seen_at timestamptz
);
grant select on installation to tijdig_api, tijdig_worker, tijdig_operator, tijdig_login;
grant update (unlisted_proxy_seen_at) on installation to tijdig_operator;
