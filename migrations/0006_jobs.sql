-- Background work that is not a reminder goes through graphile-worker, whose tables belong to the owner.
-- Requests add jobs inside their own transaction through this one door.
create function enqueue_job(task text, payload json, job_key text default null, run_at timestamptz default null)
returns void
language sql security definer set search_path = public, pg_temp
as $$ select graphile_worker.add_job(task, payload, job_key := job_key, run_at := run_at) $$;
revoke execute on function enqueue_job(text, json, text, timestamptz) from public;
grant execute on function enqueue_job(text, json, text, timestamptz) to tijdig_api, tijdig_worker, tijdig_operator;
