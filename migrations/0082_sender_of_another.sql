-- Whether another holder sends from a number. Holders who choose the same one at the same time are asked one after the other.
create function is_sender_of_another(holder uuid, number text) returns boolean
language sql volatile security definer set search_path = public, pg_temp
as $$
  select pg_advisory_xact_lock(hashtextextended('sender ' || number, 0));
  select exists (
    select 1 from reminder_policy p join platform_holder h using (platform_holder_id)
    where p.sms_sender->>'value' = number and p.platform_holder_id <> holder and h.status in ('draft', 'active'))
$$;

alter function is_sender_of_another(uuid, text) owner to tijdig_operator;
revoke execute on function is_sender_of_another(uuid, text) from public;
grant execute on function is_sender_of_another(uuid, text) to tijdig_api;
