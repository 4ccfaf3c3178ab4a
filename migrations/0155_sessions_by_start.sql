-- expand
create index concurrently if not exists staff_session_by_start on staff_session (platform_holder_id, created_at, id);
