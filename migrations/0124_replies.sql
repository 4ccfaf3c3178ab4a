-- expand
-- What a text message that only people can judge asks of one platform holder: a line of its inbox, for as long as the message is kept.
-- Words and number are those of the message (inbound_sms), which another holder that it may be about does not see.
create table reply (
  platform_holder_id uuid not null references platform_holder,
  id uuid not null default time_ordered_id(),
  inbound_id uuid not null,
  -- The appointment of the message that it answers, or for another holder the one that it may be about.
  appointment_id uuid not null,
  sender_key bytea not null,
  received_at timestamptz not null,
  reason text not null check (reason in ('not_understood', 'ambiguous', 'declined', 'about_past', 'start_incomplete')),
  state text not null default 'open' check (state in ('open', 'handled')),
  assigned_to uuid,
  -- Staff found that the number is not the person's: said of the number, on the reply at which it was found.
  is_wrong_number boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, id),
  constraint reply_platform_holder_id_inbound_id_key unique (platform_holder_id, inbound_id)
);
create index reply_by_time on reply (platform_holder_id, received_at, id);
create index reply_by_state on reply (platform_holder_id, state, received_at, id);
create index reply_of_number on reply (platform_holder_id, sender_key, received_at);
create index reply_by_age on reply (received_at);
alter table reply enable row level security, force row level security;
create policy bound on reply to tijdig_api using (platform_holder_id = bound_holder()) with check (platform_holder_id = bound_holder());
create policy bound_to_set on reply to tijdig_worker using (platform_holder_id in (select unnest(bound_holders())))
  with check (platform_holder_id in (select unnest(bound_holders())));
create policy operator on reply to tijdig_operator using (true) with check (true);
grant select, update on reply to tijdig_api;
grant select, insert on reply to tijdig_worker;
grant select, insert, update, delete on reply to tijdig_operator;
create trigger reply_added after insert on reply
  referencing new table as changed for each statement execute function note_change('requests');
create trigger reply_changed after update on reply
  referencing new table as changed for each statement execute function note_change('requests');

-- What staff answered. It goes to the person as a row of `reminder` whose offset_key is `answer:` and this id, so at most once.
create table reply_answer (
  platform_holder_id uuid not null,
  id uuid not null,
  reply_id uuid not null,
  appointment_id uuid not null,
  template text check (template in ('received', 'call_us', 'we_will_call', 'appointment_stands', 'use_the_link', 'come_anyway', 'wrong_number', 'thanks')),
  -- Words of their own, as they were typed; erased after 30 days.
  body text,
  answered_by uuid not null,
  answered_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, id),
  foreign key (platform_holder_id, reply_id) references reply on delete cascade
);
create index reply_answer_of on reply_answer (platform_holder_id, reply_id, answered_at);
create index reply_answer_with_text on reply_answer (answered_at) where body is not null;
alter table reply_answer enable row level security, force row level security;
create policy bound on reply_answer to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy bound_to_set on reply_answer to tijdig_worker using (platform_holder_id in (select unnest(bound_holders())));
create policy operator on reply_answer to tijdig_operator using (true) with check (true);
grant select, insert on reply_answer to tijdig_api;
grant select on reply_answer to tijdig_worker;
grant select, insert, update, delete on reply_answer to tijdig_operator;
