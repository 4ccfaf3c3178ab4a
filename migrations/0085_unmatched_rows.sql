-- What providers sent that fits no message of ours belongs to no holder. The API stores such a row and never sees one again:
-- only workers match and answer them. The statement that inserts a row still sees it, so that it can tell a new one.
do $$
declare
  table_name text;
begin
  foreach table_name in array array['inbound_sms', 'delivery_receipt'] loop
    execute format('drop policy bound on %I', table_name);
    execute format('create policy bound on %I to tijdig_api using (platform_holder_id = bound_holder())
                    with check (platform_holder_id = bound_holder())', table_name);
    execute format('create policy unmatched_insert on %I for insert to tijdig_api with check (platform_holder_id is null)', table_name);
    execute format('create policy unmatched_now on %I for select to tijdig_api
                    using (platform_holder_id is null and received_at = tijdig_now())', table_name);
    execute format('create policy bound_or_unmatched on %I to tijdig_worker
                    using (platform_holder_id is null or platform_holder_id = bound_holder())
                    with check (platform_holder_id is null or platform_holder_id = bound_holder())', table_name);
  end loop;
end
$$;

-- Replies that answered nobody, for the copy of the recipient who asks: from the number that is theirs, since it is. Its key
-- cannot be guessed, and is the proof of knowing the number.
create index inbound_sms_unmatched on inbound_sms (sender_key, received_at) where platform_holder_id is null;
create function own_unmatched_replies(key bytea) returns setof inbound_sms
language sql stable security definer set search_path = public, pg_temp
as $$
  select i.* from inbound_sms i
  where i.platform_holder_id is null and i.sender_key = key and i.received_at >= own_number_since()
$$;
alter function own_unmatched_replies(bytea) owner to tijdig_operator;
revoke execute on function own_unmatched_replies(bytea) from public;
grant execute on function own_unmatched_replies(bytea) to tijdig_api;
