-- Calendars of a platform holder that appointments may be read from, what was read from them, and why not.

-- A connection. A holder has each provider at most once, under an id
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
  -- When the provider was last asked which calendars the account has.
  calendars_listed_at timestamptz,
  primary key (platform_holder_id, integration_id),
  unique (platform_holder_id, provider),
  constraint integration_connected_has_grant check (status <> 'connected' or encrypted_grant is not null),
  constraint integration_pending_has_authorization check (status <> 'authorization_pending' or authorization_id is not null)
);
alter table integration_connection enable row level security, force row level security;
create policy bound on integration_connection to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on integration_connection to tijdig_operator using (true) with check (true);
grant select, insert, update on integration_connection to tijdig_api, tijdig_worker;
grant select, insert, update, delete on integration_connection to tijdig_operator;

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
  -- The form for a server's password is looked into once at a time: who does has it until then. Real time, as every lease.
  tried_until timestamptz,
  primary key (platform_holder_id, id),
  foreign key (platform_holder_id, integration_id) references integration_connection
);
create unique index integration_authorization_by_state on integration_authorization (state_sha256);
alter table integration_authorization enable row level security, force row level security;
create policy bound on integration_authorization to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on integration_authorization to tijdig_operator using (true) with check (true);
grant select, insert, update on integration_authorization to tijdig_api, tijdig_worker;
grant select, insert, update, delete on integration_authorization to tijdig_operator;

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
alter table integration_revocation enable row level security, force row level security;
create policy bound on integration_revocation to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on integration_revocation to tijdig_operator using (true) with check (true);
grant select, insert, update, delete on integration_revocation to tijdig_worker;
grant select, insert, update on integration_revocation to tijdig_api;
grant select, insert, update, delete on integration_revocation to tijdig_operator;

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
language sql stable security definer set search_path = public, pg_temp
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

-- Reading the calendars staff chose. One row per calendar that is to be read; it follows the connection by the trigger below.
create table calendar_sync (
  platform_holder_id uuid not null,
  integration_id uuid not null,
  calendar_id text not null,
  -- When it is read next, on the product's clock.
  run_at timestamptz not null default tijdig_now(),
  -- Whoever holds the lease reads it; real time, because it is about a process being alive. Every write names it.
  lease_id uuid,
  leased_until timestamptz,
  -- Where the provider goes on; null: everything from the start.
  cursor text,
  -- A reading of everything: its number, by which events it saw are marked, its days, and whether it is under way.
  round integer not null default 0,
  is_round_open boolean not null default false,
  window_from timestamptz,
  window_to timestamptz,
  failures integer not null default 0,
  last_success_at timestamptz,
  -- A whole reading that would cancel a large part of a calendar's appointments waits for the next one to say the same:
  -- how many it would have cancelled, or null when nothing waits.
  withdrawals_held integer,
  -- By which rules its events were judged. What was judged by older ones, also by a process of before that still runs, is read anew.
  judged_by integer not null default 0,
  primary key (platform_holder_id, integration_id, calendar_id),
  foreign key (platform_holder_id, integration_id) references integration_connection
);
create index calendar_sync_due on calendar_sync (run_at);
alter table calendar_sync enable row level security, force row level security;
create policy bound on calendar_sync to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on calendar_sync to tijdig_operator using (true) with check (true);
-- Staff see what waits; requests write nothing here.
grant select (platform_holder_id, integration_id, calendar_id, withdrawals_held) on calendar_sync to tijdig_api;
grant select, update on calendar_sync to tijdig_worker;
grant select, insert, update, delete on calendar_sync to tijdig_operator;

-- What is known of each event: its appointment, or why there is none. No names, addresses or texts.
create table calendar_event (
  platform_holder_id uuid not null,
  integration_id uuid not null,
  calendar_id text not null,
  event_key text not null,
  -- The object it stands in, where a provider tells of whole objects.
  object_key text,
  external_appointment_id text not null,
  starts_at timestamptz not null,
  outcome text not null check (outcome in ('appointment', 'no_recipient', 'refused')),
  -- Why there is no appointment, or why a change was refused.
  reason text,
  -- Whether an appointment was ever handed in for it and not cancelled since.
  has_appointment boolean not null,
  -- Keyed hash of what was made of it: when it is the same, nothing is to be done.
  fingerprint bytea not null,
  seen_round integer not null,
  updated_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, integration_id, calendar_id, event_key),
  foreign key (platform_holder_id, integration_id) references integration_connection
);
create index calendar_event_by_object on calendar_event (platform_holder_id, integration_id, calendar_id, object_key);
create index calendar_event_by_start on calendar_event (starts_at);
create index calendar_event_left_out on calendar_event (platform_holder_id, starts_at) where outcome <> 'appointment';
alter table calendar_event enable row level security, force row level security;
create policy bound on calendar_event to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on calendar_event to tijdig_operator using (true) with check (true);
-- Staff see which events nobody is reminded of.
grant select (platform_holder_id, integration_id, calendar_id, event_key, starts_at, outcome, reason) on calendar_event to tijdig_api;
grant select, insert, update, delete on calendar_event to tijdig_worker, tijdig_operator;

-- Calendars are to be read while their connection is connected and they are selected, whoever changed either. A calendar
-- that comes back is read from the start, so that what changed meanwhile is seen; its events stay known. Requests have no right
-- to these rows of their own.
create function follow_integration_connection() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  chosen text[] := array(
    select distinct c->>'calendarId' from jsonb_array_elements(new.calendars) c
    where new.status = 'connected' and (c->>'selected')::boolean and octet_length(c->>'calendarId') <= 1500);
begin
  delete from calendar_sync s
  where s.platform_holder_id = new.platform_holder_id and s.integration_id = new.integration_id and s.calendar_id <> all (chosen);
  insert into calendar_sync (platform_holder_id, integration_id, calendar_id, round)
  select new.platform_holder_id, new.integration_id, c, coalesce((
    select max(e.seen_round) from calendar_event e
    where e.platform_holder_id = new.platform_holder_id and e.integration_id = new.integration_id and e.calendar_id = c), 0)
  from unnest(chosen) c
  on conflict do nothing;
  return null;
end
$$;
alter function follow_integration_connection() owner to tijdig_operator;
revoke execute on function follow_integration_connection() from public;
create trigger calendars_follow after insert or update of status, calendars on integration_connection
for each row execute function follow_integration_connection();

-- Calendars of all holders that are due and in nobody's hands: ids only.
create function find_due_calendars(page_size integer)
returns table (platform_holder_id uuid, integration_id uuid, provider text, calendar_id text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.platform_holder_id, s.integration_id, c.provider, s.calendar_id
  from calendar_sync s
  join integration_connection c using (platform_holder_id, integration_id)
  join platform_holder h using (platform_holder_id)
  where s.run_at <= tijdig_now() and (s.leased_until is null or s.leased_until < now()) and h.status = 'active'
  order by s.run_at
  limit page_size
$$;
alter function find_due_calendars(integer) owner to tijdig_operator;
revoke execute on function find_due_calendars(integer) from public;
grant execute on function find_due_calendars(integer) to tijdig_worker;
