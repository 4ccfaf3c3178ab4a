-- expand
-- What staff stop for a number and what it said itself are two things: neither ends the other. The mark says that staff stopped it too,
-- beside the source; where they alone did, they are the source.
alter table suppression add column by_staff boolean not null default false;

-- Who said STOP after staff had stopped the number was known by their messages alone.
update suppression s set source = 'sms_reply', by_staff = true
where s.is_active and s.channel = 'sms' and s.source = 'staff' and coalesce((
  select i.meaning <> 'start' from inbound_sms i
  where i.platform_holder_id = s.platform_holder_id and i.sender_key = s.contact_key
    and i.meaning in ('stop', 'stop_all', 'stop_unclear', 'start')
  order by i.received_at desc, i.id desc limit 1), false);

create or replace function opt_out_by_number(reached text, key bytea, is_stop boolean, inbound uuid, request text) returns bigint
language sql security definer set search_path = public, pg_temp
as $$
  with holder as (
    select p.platform_holder_id from reminder_policy p join platform_holder h using (platform_holder_id)
    where p.sms_sender->>'value' = reached and not h.is_test),
  began as (
    insert into suppression as s (platform_holder_id, channel, contact_key, is_active, source)
    select h.platform_holder_id, 'sms', key, true, 'sms_reply' from holder h where is_stop order by 1
    on conflict (platform_holder_id, channel, contact_key) do update
      set is_active = true, source = excluded.source, by_staff = s.is_active and s.source = 'staff', changed_at = tijdig_now()
      where not s.is_active or s.source in ('app', 'staff')
    returning s.platform_holder_id),
  ended as (
    update suppression s set is_active = s.by_staff, source = case when s.by_staff then 'staff' else 'sms_reply' end, by_staff = false,
      changed_at = tijdig_now()
    from holder h
    where not is_stop and s.platform_holder_id = h.platform_holder_id and s.channel = 'sms' and s.contact_key = key
      and s.is_active and s.source in ('sms_reply', 'app', 'provider')
    returning s.platform_holder_id),
  noted as (
    insert into audit_event (platform_holder_id, actor_kind, action, request_id, subjects, detail)
    select c.platform_holder_id, 'recipient', 'inboundSms', request, array[inbound],
      jsonb_build_object('meaning', case when is_stop then 'stop' else 'start' end)
    from (select platform_holder_id from began union all select platform_holder_id from ended) c
    returning 1)
  select count(*) from noted
$$;
