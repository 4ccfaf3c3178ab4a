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

alter table company_lookup enable row level security;
alter table company_lookup force row level security;
create policy bound on company_lookup to tijdig_api
  using (platform_holder_id = bound_holder()) with check (platform_holder_id = bound_holder());
create policy operator on company_lookup to tijdig_operator using (true) with check (true);
grant select, insert, update on company_lookup to tijdig_api, tijdig_operator;
