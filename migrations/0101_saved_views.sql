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
alter table saved_view enable row level security;
alter table saved_view force row level security;
create policy bound on saved_view to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on saved_view to tijdig_operator using (true) with check (true);
grant select, insert, update, delete on saved_view to tijdig_api;
grant select, insert, delete on saved_view to tijdig_operator;
