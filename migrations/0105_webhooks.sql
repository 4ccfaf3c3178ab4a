-- expand
-- Addresses that are called of events, what each is to be told, and each try of it.

create table webhook_endpoint (
  platform_holder_id uuid not null references platform_holder,
  id uuid not null,
  url text not null,
  description text not null default '',
  -- Null: all types, those of later versions too.
  event_types text[],
  -- Null: of every location.
  location_ids text[],
  status text not null default 'enabled'
    constraint webhook_endpoint_status_check check (status in ('enabled', 'paused', 'disabled')),
  disabled_reason text
    constraint webhook_endpoint_disabled_reason_check check (disabled_reason in ('gone', 'failing')),
  -- The newest first, each encrypted for this endpoint, with when it ends (real time); null: until it is replaced.
  secrets jsonb not null,
  max_in_flight integer not null default 10
    constraint webhook_endpoint_max_in_flight_check check (max_in_flight between 1 and 20),
  -- Of its newest delivery.
  last_position bigint not null default 0,
  -- When a delivery may next be tried; null: nothing waits. Real time, as the lease.
  due_at timestamptz,
  lease_until timestamptz,
  -- Whoever claims raises it; what is settled names it.
  claim_no bigint not null default 0,
  failing_since timestamptz,
  last_success_at timestamptz,
  -- Told in a mail and an event: that it has been failing for a day.
  failing_told_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default tijdig_now(),
  updated_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, id)
);
create index webhook_endpoint_due on webhook_endpoint (due_at) where due_at is not null;
alter table webhook_endpoint enable row level security, force row level security;
create policy bound on webhook_endpoint to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy bound_to_set on webhook_endpoint to tijdig_worker using (platform_holder_id in (select unnest(bound_holders())))
  with check (platform_holder_id in (select unnest(bound_holders())));
-- Whoever claims does not know yet which holders wait.
create policy due on webhook_endpoint to tijdig_worker using (due_at is not null) with check (due_at is not null);
create policy operator on webhook_endpoint to tijdig_operator using (true) with check (true);
grant select, insert, update on webhook_endpoint to tijdig_api;
grant select, update on webhook_endpoint to tijdig_worker;
grant select, insert, update, delete on webhook_endpoint to tijdig_operator;

create table webhook_delivery (
  platform_holder_id uuid not null,
  endpoint_id uuid not null,
  -- Counts the deliveries of the endpoint, without gaps.
  position bigint not null,
  event_id uuid not null,
  state text not null default 'due'
    constraint webhook_delivery_state_check check (state in ('due', 'held', 'delivered', 'failed')),
  -- Real time; null: not by itself. At first when its event was written. Whoever sends it again sets another.
  next_at timestamptz,
  attempts integer not null default 0,
  -- Attempts since it was last queued, by which the next one is put off: with its event, released, or sent again.
  tries integer not null default 0,
  created_at timestamptz not null default tijdig_now(),
  settled_at timestamptz,
  primary key (platform_holder_id, endpoint_id, position),
  foreign key (platform_holder_id, endpoint_id) references webhook_endpoint,
  foreign key (platform_holder_id, event_id) references event on delete cascade
);
create index webhook_delivery_due on webhook_delivery (platform_holder_id, endpoint_id, next_at) where state = 'due';
create index webhook_delivery_by_state on webhook_delivery (platform_holder_id, endpoint_id, state, position);
create index webhook_delivery_of_event on webhook_delivery (platform_holder_id, event_id);
create index webhook_delivery_by_age on webhook_delivery (created_at);
alter table webhook_delivery enable row level security, force row level security;
create policy bound on webhook_delivery to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on webhook_delivery to tijdig_operator using (true) with check (true);
grant select, update on webhook_delivery to tijdig_api;
grant select, insert, update on webhook_delivery to tijdig_worker;
grant select, insert, update, delete on webhook_delivery to tijdig_operator;

create table webhook_attempt (
  platform_holder_id uuid not null,
  endpoint_id uuid not null,
  position bigint not null,
  attempt_no integer not null,
  -- Real time.
  at timestamptz not null,
  duration_ms integer not null,
  -- What it answered; null when no answer came.
  status integer,
  error_code text
    constraint webhook_attempt_error_code_check check (error_code in ('private_address', 'name_not_found', 'refused', 'tls', 'timeout', 'connection_lost', 'redirect', 'status')),
  -- The first bytes of its answer.
  answer text constraint webhook_attempt_answer_check check (octet_length(answer) <= 1024),
  primary key (platform_holder_id, endpoint_id, position, attempt_no),
  foreign key (platform_holder_id, endpoint_id, position) references webhook_delivery on delete cascade
);
alter table webhook_attempt enable row level security, force row level security;
create policy bound on webhook_attempt to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on webhook_attempt to tijdig_operator using (true) with check (true);
grant select on webhook_attempt to tijdig_api;
grant select, insert on webhook_attempt to tijdig_worker;
grant select, insert, update, delete on webhook_attempt to tijdig_operator;
