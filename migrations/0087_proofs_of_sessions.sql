-- Which passkey opened a session, so that it ends with it; null: a code, or it was opened before.
alter table staff_session add column passkey_id uuid;

-- When its person last gave a code or passkey, in real time. Sessions that are open now have to give one anew.
alter table staff_session add column proved_at timestamptz not null default '-infinity';
alter table staff_session alter column proved_at set default now();

create index staff_session_by_member on staff_session (platform_holder_id, staff_member_id) where ended_at is null;
