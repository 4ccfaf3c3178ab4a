-- The voice agent, and agents with an API key.

-- Conversations that staff have with the voice agent. What is said in them is not here.
create table voice_session (
  platform_holder_id uuid not null,
  id uuid not null,
  actor_id uuid not null,
  -- The browser session it was opened from, which alone is shown the signed URL.
  credential_id uuid not null,
  client_request_id uuid not null,
  locale text,
  -- `stalled`, `timed_out` and `ended` follow from the clock.
  status text not null check (status in ('starting', 'ready', 'failed')),
  error_code text check (error_code in ('not_configured', 'configuration_invalid', 'agent_version_missing', 'provider_unavailable')),
  agent_version text,
  -- Whoever has it can speak with the agent: encrypted for this session, and gone when it is of no more use.
  encrypted_url text,
  url_expires_at timestamptz,
  created_at timestamptz not null,
  -- The last sign of life while it starts.
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the client said that it is over: it takes no more actions, and is none of those its member may have open.
  ended_at timestamptz,
  primary key (platform_holder_id, id),
  unique (platform_holder_id, actor_id, client_request_id),
  foreign key (platform_holder_id, actor_id) references staff_member,
  constraint voice_session_failure_has_code check ((status = 'failed') = (error_code is not null)),
  constraint voice_session_url_has_term check (encrypted_url is null or (status = 'ready' and url_expires_at is not null))
);
create index voice_session_by_age on voice_session (created_at);
create index voice_session_with_url on voice_session (url_expires_at) where encrypted_url is not null;
alter table voice_session enable row level security, force row level security;
create policy bound on voice_session to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on voice_session to tijdig_operator using (true) with check (true);
grant select, insert, update on voice_session to tijdig_api;
grant select, update, delete on voice_session to tijdig_operator;

-- Changes an agent asked for, each executed at most once and only after a person confirmed what stands here.
create table voice_proposal (
  platform_holder_id uuid not null,
  id uuid not null,
  -- Whose credential asked for it, and who alone may confirm it.
  actor_id uuid not null,
  -- The id of the action, which the operation gets as its client request id.
  action_request_id uuid not null,
  operation_id text not null,
  -- `expired`, `stalled` and `timed_out` follow from the clock.
  status text not null default 'pending_confirmation'
    check (status in ('pending_confirmation', 'executing', 'succeeded', 'failed')),
  stored_input jsonb not null,
  target_version integer,
  -- What a person knows the target by, and each value before and after, as they were when it was proposed.
  about jsonb not null,
  changes jsonb not null,
  timezone text not null,
  result jsonb,
  error_code text,
  -- Appointments and people it is about.
  subjects uuid[] not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  executed_at timestamptz,
  -- The API key that asked for it: it cannot be confirmed once that no longer works. Null for what a conversation asked for.
  api_key_id uuid,
  primary key (platform_holder_id, id),
  foreign key (platform_holder_id, actor_id) references staff_member,
  constraint voice_proposal_confirmed check ((confirmed_at is null) = (status = 'pending_confirmation')),
  constraint voice_proposal_executed check ((executed_at is null) = (status in ('pending_confirmation', 'executing')))
);
-- Statistics quote values, and those of a table that was emptied are kept.
alter table voice_proposal alter column stored_input set statistics 0, alter column about set statistics 0,
  alter column changes set statistics 0, alter column result set statistics 0;
create index voice_proposal_by_age on voice_proposal (created_at);
create index voice_proposal_executing on voice_proposal (confirmed_at) where status = 'executing';
alter table voice_proposal enable row level security, force row level security;
create policy bound on voice_proposal to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on voice_proposal to tijdig_operator using (true) with check (true);
grant select, insert, update on voice_proposal to tijdig_api;
grant select, update, delete on voice_proposal to tijdig_operator;
