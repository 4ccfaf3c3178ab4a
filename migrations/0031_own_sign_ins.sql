-- Which sign-ins are the recipient's, for the copy of their data. The table itself is the operator's.
create function list_own_profiles() returns table (profile_id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$ select l.profile_id from recipient_profile_link l where l.recipient_id = bound_recipient() order by l.linked_at, l.profile_id limit 100 $$;
alter function list_own_profiles() owner to tijdig_operator;
revoke execute on function list_own_profiles() from public;
grant execute on function list_own_profiles() to tijdig_api;
