-- An erased person stays opted out without opting out whoever shares their number or address.

-- Contacts of the person, as hex of their keys, that other people have too and that an operator chose to leave usable.
alter table deletion_request add column kept_contacts text[] not null default '{}';

-- Entries of holders whose person was erased. An entry's id follows from contact and name, so somebody who is handed in
-- again comes back to it; nothing is ever sent for one (G9). No reference to the entry, which goes with its last appointment.
create table erased_entry (
  platform_holder_id uuid not null,
  holder_recipient_id uuid not null,
  erased_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, holder_recipient_id)
);
alter table erased_entry enable row level security;
alter table erased_entry force row level security;
create policy bound on erased_entry to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder());
create policy operator on erased_entry to tijdig_operator using (true) with check (true);
grant select on erased_entry to tijdig_api, tijdig_worker;
grant select, insert, delete on erased_entry to tijdig_operator;

/*
 * START by SMS: whoever proved to own this number gets text messages again from the holder the transaction is bound to, as
 * far as the app's switches go. Answers who had them off, and whether for all holders.
 */
create function switch_sms_on(own_number text)
returns table (recipient_id uuid, was_off_everywhere boolean)
language sql security definer set search_path = public, pg_temp
as $$
  with own as (
    select r.id, r.preferences->'offChannels' as off_channels, r.preferences->'perHolder' as per_holder
    from recipient r
    where r.phone_number_e164 = own_number and r.status = 'active' and bound_holder() is not null
      and (r.preferences->'offChannels' ? 'sms' or r.preferences->'perHolder'->(bound_holder()::text) ? 'sms')
    order by r.id for no key update
  )
  update recipient r set preferences_version = r.preferences_version + 1,
    preferences = r.preferences
      || case when o.off_channels ? 'sms' then jsonb_build_object('offChannels', o.off_channels - 'sms') else '{}' end
      || case when o.per_holder ? (bound_holder()::text)
           then jsonb_build_object('perHolder',
             o.per_holder || jsonb_build_object(bound_holder()::text, (o.per_holder->(bound_holder()::text)) - 'sms'))
           else '{}' end
  from own o where r.id = o.id
  returning r.id, coalesce(o.off_channels ? 'sms', false)
$$;
alter function switch_sms_on(text) owner to tijdig_operator;
revoke execute on function switch_sms_on(text) from public;
grant execute on function switch_sms_on(text) to tijdig_worker;
create index recipient_by_number on recipient (phone_number_e164) where phone_number_e164 is not null;
