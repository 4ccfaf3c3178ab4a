-- Profiles of numbers nobody signed in with for a long time are found by this and forgotten.
create index profile_by_last_use on login.profile ((coalesce(last_signed_in_at, created_at)));
