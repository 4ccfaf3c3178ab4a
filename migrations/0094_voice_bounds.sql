-- Proposals know the API key that asked for them, and cannot be confirmed once it no longer works. Null for what a conversation asked for.
alter table voice_proposal add column api_key_id uuid;
-- When the client said that a conversation is over: it takes no more actions, and is none of those its member may have open.
alter table voice_session add column ended_at timestamptz;
