-- Recipients ask to be erased. Nothing but an operator's command goes further than asking.
create table deletion_request (
  id uuid primary key,
  recipient_id uuid not null references recipient,
  client_request_id uuid not null,
  status text not null default 'pending_review' check (status in ('pending_review', 'in_progress', 'completed', 'rejected')),
  version integer not null default 1,
  reason text,
  created_at timestamptz not null default tijdig_now(),
  -- One month, as the law gives (GDPR, article 12(3)).
  due_at timestamptz not null,
  updated_at timestamptz not null default tijdig_now(),
  completed_at timestamptz,
  outcome_message text,
  retained_categories text[] not null default '{}',
  -- Set when an operator completed it: the last notice goes out, then everything is erased.
  erase_asked_at timestamptz,
  notice text check (notice in ('sent', 'impossible')),
  constraint deletion_request_outcome check ((status in ('completed', 'rejected')) = (completed_at is not null))
);
create unique index deletion_request_one_open on deletion_request (recipient_id) where status in ('pending_review', 'in_progress');
create index deletion_request_by_recipient on deletion_request (recipient_id, created_at, id);
create index deletion_request_open on deletion_request (due_at) where status in ('pending_review', 'in_progress');

alter table deletion_request enable row level security;
alter table deletion_request force row level security;
create policy own on deletion_request to tijdig_api using (recipient_id = bound_recipient())
  with check (recipient_id = bound_recipient() and status = 'pending_review');
create policy operator on deletion_request to tijdig_operator using (true) with check (true);
grant select, insert on deletion_request to tijdig_api;
grant select, insert, update on deletion_request to tijdig_operator;

-- Which erasures this database has seen. The journal beside the database has them all: what is missing here was restored
-- from an older backup and is erased again.
create table erasure (
  id uuid primary key,
  recipient_id uuid not null,
  erased_at timestamptz not null default tijdig_now()
);
alter table erasure enable row level security;
alter table erasure force row level security;
create policy operator on erasure to tijdig_operator using (true) with check (true);
grant select, insert, delete on erasure to tijdig_operator;

-- First answers are kept for a day, those to recipients for ninety; each kind by an index of its own, so that looking for
-- what may go never walks over what stays.
drop index client_request_by_age;
create index client_request_by_age on client_request (created_at) where platform_holder_id <> '00000000-0000-0000-0000-000000000000';
create index client_request_of_recipients on client_request (created_at) where platform_holder_id = '00000000-0000-0000-0000-000000000000';
