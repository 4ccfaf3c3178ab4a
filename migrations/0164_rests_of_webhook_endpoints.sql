-- expand
-- An endpoint that asked for a pause is told nothing before it ends. And when a call failed last: what fails again only
-- after nothing was tried for long begins to fail anew.
alter table webhook_endpoint add column rests_until timestamptz, add column last_failure_at timestamptz;
