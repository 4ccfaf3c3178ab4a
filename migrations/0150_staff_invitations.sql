-- expand
-- Colleagues invite each other: people who have not answered yet, and the links that they were sent.

alter table staff_member
  add column version integer not null default 1,
  -- Invited, and never worked here before.
  add column is_newcomer boolean not null default false;
alter table staff_member drop constraint staff_member_status_check;
alter table staff_member add constraint staff_member_status_check check (status in ('active', 'inactive', 'invited')) not valid;
alter table staff_member validate constraint staff_member_status_check;
-- A person may have a name beside the address.
alter table staff_member drop constraint staff_member_is_named;
alter table staff_member add constraint staff_member_is_named
  check (case kind when 'person' then email is not null else email is null and name is not null end) not valid;
alter table staff_member validate constraint staff_member_is_named;
-- Nobody of an organization lets a person in by writing a row: who was invited has to answer. Who never did can be forgotten.
drop policy services_only on staff_member;
create policy invited_first on staff_member as restrictive for insert to tijdig_api with check (kind = 'service' or status = 'invited');
create policy newcomers_only on staff_member as restrictive for delete to tijdig_api using (status = 'invited' and is_newcomer);
grant delete on staff_member to tijdig_api, tijdig_operator;

-- One for each mail; the last that has not ended is the one whose link works.
create table staff_invitation (
  platform_holder_id uuid not null references platform_holder,
  id uuid not null,
  staff_member_id uuid not null,
  -- Of the link in its mail; null until that is written.
  token_sha256 bytea,
  created_at timestamptz not null default tijdig_now(),
  expires_at timestamptz not null,
  -- When it was used, withdrawn or replaced.
  ended_at timestamptz,
  primary key (platform_holder_id, id)
);
create unique index staff_invitation_by_token on staff_invitation (token_sha256);
create index staff_invitation_of on staff_invitation (platform_holder_id, staff_member_id) where ended_at is null;
create index staff_invitation_by_time on staff_invitation (platform_holder_id, created_at);
create index staff_invitation_by_age on staff_invitation (created_at);
alter table staff_invitation enable row level security, force row level security;
create policy bound on staff_invitation to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder()) with check (platform_holder_id = bound_holder());
create policy operator on staff_invitation to tijdig_operator using (true) with check (true);
grant select, insert, update on staff_invitation to tijdig_api;
grant select, update on staff_invitation to tijdig_worker;
grant select, insert, update, delete on staff_invitation to tijdig_operator;

-- Whose invitation a link is, whether or not it still works.
create function find_staff_invitation(token_hash bytea) returns table (platform_holder_id uuid, id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  select i.platform_holder_id, i.id from staff_invitation i where i.token_sha256 = token_hash
$$;
alter function find_staff_invitation(bytea) owner to tijdig_operator;
revoke execute on function find_staff_invitation(bytea) from public;
grant execute on function find_staff_invitation(bytea) to tijdig_api;
