-- Since when the number of the signed-in recipient is theirs: an operator then linked the profile that proved it, and what came
-- from the number before may be somebody else's. The table itself is the operator's.
create function own_number_since() returns timestamptz
language sql stable security definer set search_path = public, pg_temp
as $$ select max(l.linked_at) from recipient_profile_link l where l.recipient_id = bound_recipient() $$;
alter function own_number_since() owner to tijdig_operator;
revoke execute on function own_number_since() from public;
grant execute on function own_number_since() to tijdig_api;
