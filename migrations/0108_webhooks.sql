-- expand
-- Where events are sent to, each sending of one, and each try.

create table webhook_endpoint (
  platform_holder_id uuid not null references event_stream,
  id uuid not null,
  client_request_id uuid not null,
  url text not null,
  description text not null,
  -- Null: all.
  event_types text[],
  location_ids text[],
  status text not null default 'enabled' check (status in ('enabled', 'paused', 'disabled')),
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  -- The secrets that sign, encrypted and bound to the id; those with an end stop then.
  secrets jsonb not null,
  max_in_flight smallint not null default 10 check (max_in_flight between 1 and 20),
  -- Number of its newest delivery.
  last_position bigint not null default 0,
  -- When a worker must look at it; null when nothing waits.
  due_at timestamptz,
  -- Until when it belongs to the worker that claimed it, in real time; every claim raises the number, and what that claim writes asks for it.
  lease_until timestamptz,
  claim_no integer not null default 0,
  -- Since when every try failed; and whether that was told.
  failing_since timestamptz,
  failing_told_at timestamptz,
  last_success_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default tijdig_now(),
  updated_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, id),
  constraint webhook_endpoint_once unique (platform_holder_id, client_request_id),
  check ((status = 'disabled') = (disabled_reason is not null))
);
create index webhook_endpoint_due on webhook_endpoint (due_at) where status = 'enabled' and due_at is not null;
alter table webhook_endpoint enable row level security, force row level security;
create policy bound on webhook_endpoint to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
-- What a worker sees of all holders: endpoints for which something waits.
create policy worker_claims on webhook_endpoint to tijdig_worker using (due_at is not null) with check (due_at is not null);
create policy operator on webhook_endpoint to tijdig_operator using (true) with check (true);
grant select, insert, update, delete on webhook_endpoint to tijdig_api;
grant select, update on webhook_endpoint to tijdig_worker;
grant select on webhook_endpoint to tijdig_operator;

create table webhook_delivery (
  platform_holder_id uuid not null,
  id uuid not null default event_id(),
  endpoint_id uuid not null,
  -- Its number among all of the endpoint, without gaps.
  position bigint not null,
  event_id uuid not null,
  -- Held: made while the endpoint was paused or disabled. Skipped: somebody then asked for new ones only.
  state text not null check (state in ('waiting', 'succeeded', 'failed', 'held', 'skipped')),
  next_at timestamptz not null default tijdig_now(),
  -- All there were, and those since it was last begun.
  attempts smallint not null default 0,
  tries smallint not null default 0,
  primary key (platform_holder_id, id),
  constraint webhook_delivery_position unique (platform_holder_id, endpoint_id, position),
  foreign key (platform_holder_id, endpoint_id) references webhook_endpoint on delete cascade,
  foreign key (platform_holder_id, event_id) references event on delete cascade
);
create index webhook_delivery_due on webhook_delivery (platform_holder_id, endpoint_id, next_at) where state = 'waiting';
create index webhook_delivery_of_event on webhook_delivery (platform_holder_id, event_id);
alter table webhook_delivery enable row level security, force row level security;
create policy bound on webhook_delivery to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on webhook_delivery to tijdig_operator using (true) with check (true);
grant select, update on webhook_delivery to tijdig_api;
grant select, insert, update on webhook_delivery to tijdig_worker;
grant select on webhook_delivery to tijdig_operator;

create table webhook_attempt (
  platform_holder_id uuid not null,
  delivery_id uuid not null,
  attempt_no smallint not null,
  at timestamptz not null,
  duration_ms integer not null,
  -- What the receiver answered; null when it did not.
  status smallint,
  error_code text,
  answer text check (octet_length(answer) <= 4096),
  primary key (platform_holder_id, delivery_id, attempt_no),
  foreign key (platform_holder_id, delivery_id) references webhook_delivery on delete cascade
);
alter table webhook_attempt enable row level security, force row level security;
create policy bound on webhook_attempt to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on webhook_attempt to tijdig_operator using (true) with check (true);
grant select on webhook_attempt to tijdig_api;
grant select, insert on webhook_attempt to tijdig_worker, tijdig_operator;
