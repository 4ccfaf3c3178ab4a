-- Whether a message was written in another language than the one asked for (G12).
alter table reminder_attempt add column is_locale_fallback boolean not null default false;

-- As before, and of messages that were recorded together the one that was made last: references are in order of time.
create or replace function find_last_told(key bytea, wanted_channel text)
returns table (platform_holder_id uuid, reminder_id uuid)
language sql stable security definer set search_path = public
as $$
  select a.platform_holder_id, a.reminder_id from reminder_attempt a
  where a.destination_key = key and a.channel = wanted_channel and a.state <> 'failed'
  order by a.handed_over_at desc, a.message_reference desc, a.reminder_id limit 1
$$;
