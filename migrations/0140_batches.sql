-- expand
-- One thing done to many appointments at once because the day went otherwise: cancelled, put off, or late. It waits two minutes
-- in which it can be undone; then a worker applies it item by item (docs/decisions/0021-batches.md).
create table batch (
  platform_holder_id uuid not null references platform_holder,
  id uuid not null,
  action text not null check (action in ('cancel', 'postpone', 'delay')),
  -- For staff alone: no message says it.
  reason text not null check (reason in ('ill', 'closed', 'technical', 'other')),
  delay_minutes smallint check (delay_minutes between 10 and 180),
  state text not null default 'holding' check (state in ('holding', 'running', 'done', 'undone', 'stopped')),
  -- What was confirmed: how many appointments, and how many people a message goes to.
  appointments integer not null,
  messages integer not null,
  created_by uuid not null,
  created_at timestamptz not null default tijdig_now(),
  -- Until then nothing happens, and it can be undone.
  runs_at timestamptz not null,
  -- When the last item was applied; null while any waits.
  applied_at timestamptz,
  ended_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, id),
  constraint batch_delay check ((action = 'delay') = (delay_minutes is not null))
);
create index batch_by_time on batch (platform_holder_id, created_at, id);
create index batch_at_work on batch (runs_at) where state in ('holding', 'running');
create index batch_by_age on batch (created_at);
alter table batch enable row level security, force row level security;
create policy bound on batch to tijdig_api using (platform_holder_id = bound_holder()) with check (platform_holder_id = bound_holder());
create policy bound_to_set on batch to tijdig_worker using (platform_holder_id in (select unnest(bound_holders())))
  with check (platform_holder_id in (select unnest(bound_holders())));
-- What the worker sees across holders: batches that have something left to do.
create policy worker_takes on batch for select to tijdig_worker using (state in ('holding', 'running'));
create policy operator on batch to tijdig_operator using (true) with check (true);
grant select, insert, update on batch to tijdig_api;
grant select, update on batch to tijdig_worker;
grant select, insert, update, delete on batch to tijdig_operator;
create trigger batch_added after insert on batch
  referencing new table as changed for each statement execute function note_change('appointments');
create trigger batch_changed after update on batch
  referencing new table as changed for each statement execute function note_change('appointments');

-- What became of each appointment of a batch. Whether its person was told stands in the row of `reminder` whose offset_key is
-- `batch:` and the id of the batch, and is read from there: it may change as late as a receipt comes.
create table batch_item (
  platform_holder_id uuid not null,
  batch_id uuid not null,
  appointment_id uuid not null,
  -- As it was when it was confirmed.
  appointment_version integer not null,
  starts_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'applied', 'must_call', 'skipped')),
  reason_code text check (reason_code in ('changed', 'too_late', 'stopped', 'undone', 'not_applied')),
  is_source_managed boolean not null,
  -- How often applying it failed.
  tries smallint not null default 0,
  updated_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, batch_id, appointment_id),
  foreign key (platform_holder_id, batch_id) references batch on delete cascade
);
create index batch_item_waiting on batch_item (platform_holder_id, batch_id, starts_at, appointment_id) where state = 'waiting';
create index batch_item_by_start on batch_item (platform_holder_id, starts_at) where state in ('applied', 'must_call');
create index batch_item_of_appointment on batch_item (platform_holder_id, appointment_id);
alter table batch_item enable row level security, force row level security;
create policy bound on batch_item to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy bound_to_set on batch_item to tijdig_worker using (platform_holder_id in (select unnest(bound_holders())))
  with check (platform_holder_id in (select unnest(bound_holders())));
create policy operator on batch_item to tijdig_operator using (true) with check (true);
grant select, insert, update on batch_item to tijdig_api;
grant select, update on batch_item to tijdig_worker;
grant select, insert, update, delete on batch_item to tijdig_operator;
create trigger batch_item_changed after update on batch_item
  referencing new table as changed for each statement execute function note_change('appointments');

-- How many messages of a batch may leave without anybody looking (G24): as many as were confirmed. They are counted here and not
-- among those of the hour.
create table reminder_allowance (
  platform_holder_id uuid not null references platform_holder,
  batch_id uuid not null,
  allowed integer not null,
  handed_over integer not null default 0,
  created_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, batch_id)
);
create index reminder_allowance_by_age on reminder_allowance (created_at);
alter table reminder_allowance enable row level security, force row level security;
create policy bound on reminder_allowance to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy bound_to_set on reminder_allowance to tijdig_worker using (platform_holder_id in (select unnest(bound_holders())))
  with check (platform_holder_id in (select unnest(bound_holders())));
create policy operator on reminder_allowance to tijdig_operator using (true) with check (true);
grant select, insert, update on reminder_allowance to tijdig_api;
grant select, update on reminder_allowance to tijdig_worker;
grant select, insert, update, delete on reminder_allowance to tijdig_operator;

-- Whether an attempt counts towards the volume of its hour: one for a batch does not.
alter table reminder_attempt add column is_counted boolean not null default true;

alter table reminder drop constraint reminder_kind_check;
alter table reminder add constraint reminder_kind_check
  check (kind in ('confirmation', 'reminder', 'confirm_prompt', 'change', 'cancellation', 'answer', 'delay', 'postponed')) not valid;
