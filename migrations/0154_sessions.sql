-- expand
-- What is shown of a session to its person and to owners, and which browsers a person has signed in from.

alter table staff_session
  -- The network it was opened from, /24 or /48: never a whole address. Null: before this was noted.
  add column network text,
  -- Family of browser and system, such as `Firefox · Windows`; null when neither was recognized.
  add column browser text;
-- For the mail about a sign-in from a new browser; the hash of a token is not for workers.
grant select (platform_holder_id, id, staff_member_id, created_at, network, browser) on staff_session to tijdig_worker;

-- Browsers by which a person has signed in. Both are pseudonyms: of the address, and of the random number in a cookie together with it.
create table staff_browser (
  email_key bytea not null,
  browser_key bytea not null,
  -- In real time, like sessions.
  last_used_at timestamptz not null default now(),
  primary key (email_key, browser_key)
);
create index staff_browser_by_age on staff_browser (last_used_at);
grant select, insert, update on staff_browser to tijdig_api;
grant select, insert, delete on staff_browser to tijdig_operator;
