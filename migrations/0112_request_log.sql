-- expand
-- Calls by API keys of organizations, so that whoever builds on the API finds what went wrong with one; never what they said.

create table request_log (
  platform_holder_id uuid not null references platform_holder,
  answered_at timestamptz not null,
  id uuid not null,
  -- As it came with the call, where it came with one: a client may have used it before.
  request_id text not null,
  operation text not null,
  method text not null,
  -- Without its query, and with no part of the caller's own but ids.
  path text not null,
  status integer not null,
  -- A column, because row-level security keeps an index from answering a division.
  hundreds integer not null generated always as (status / 100) stored,
  error_code text,
  -- Which field, and the code of what is wrong with it.
  faults jsonb not null default '[]',
  duration_ms integer not null,
  key_id uuid not null,
  -- 24 bits of an IPv4 address, 48 of an IPv6 one.
  network text,
  client text,
  primary key (platform_holder_id, answered_at, id)
);
create index request_log_by_request_id on request_log (platform_holder_id, request_id);
create index request_log_by_operation on request_log (platform_holder_id, operation, answered_at, id);
create index request_log_by_key on request_log (platform_holder_id, key_id, answered_at, id);
create index request_log_of_refused on request_log (platform_holder_id, hundreds, answered_at, id) where status >= 400;
create index request_log_by_age on request_log (answered_at);
alter table request_log enable row level security, force row level security;
create policy bound on request_log to tijdig_api using (platform_holder_id = bound_holder()) with check (platform_holder_id = bound_holder());
create policy operator on request_log to tijdig_operator using (true) with check (true);
grant select on request_log to tijdig_api;
grant select, insert, delete on request_log to tijdig_operator;
