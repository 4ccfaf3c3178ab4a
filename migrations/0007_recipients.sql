-- A recipient of the platform: one person, as an operator has verified. Links say whom holders know by which entry; nothing
-- but an operator's command writes them.
create table recipient (
  id uuid primary key,
  status text not null default 'active' check (status in ('active', 'deleted')),
  display_name text not null,
  locale text,
  timezone text,
  phone_number_e164 text,
  email text,
  version integer not null default 1,
  linked_at timestamptz not null default tijdig_now(),
  created_at timestamptz not null default tijdig_now(),
  updated_at timestamptz not null default tijdig_now()
);

create table recipient_link (
  platform_holder_id uuid not null,
  holder_recipient_id uuid not null,
  recipient_id uuid not null references recipient,
  linked_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, holder_recipient_id),
  foreign key (platform_holder_id, holder_recipient_id) references holder_recipient
);
create index recipient_link_by_recipient on recipient_link (recipient_id, platform_holder_id);

-- The recipient a transaction is bound to by `set local app.recipient = '...'`; null when it is bound to none.
create function bound_recipient() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('app.recipient', true), '')::uuid $$;

alter table recipient enable row level security;
alter table recipient force row level security;
create policy own on recipient to tijdig_api using (id = bound_recipient()) with check (id = bound_recipient());
create policy operator on recipient to tijdig_operator using (true) with check (true);
grant select, update on recipient to tijdig_api;
grant select, insert, update on recipient to tijdig_operator;

alter table recipient_link enable row level security;
alter table recipient_link force row level security;
create policy bound on recipient_link to tijdig_api, tijdig_worker
  using (platform_holder_id = bound_holder() or recipient_id = bound_recipient());
create policy operator on recipient_link to tijdig_operator using (true) with check (true);
grant select on recipient_link to tijdig_api, tijdig_worker;
grant select, insert, update, delete on recipient_link to tijdig_operator;

-- Recipients belong to no holder: their keys carry none, and their first answers stand under the platform's own id.
alter table client_request drop constraint client_request_platform_holder_id_fkey;
create policy own on api_key to tijdig_api
  using (platform_holder_id is null and actor_id = bound_recipient())
  with check (platform_holder_id is null and role = 'recipient' and actor_id = bound_recipient());
