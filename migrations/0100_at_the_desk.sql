-- That staff called about an appointment, and whether anybody answered.
create table appointment_call (
  platform_holder_id uuid not null,
  id uuid not null,
  appointment_id uuid not null,
  outcome text not null check (outcome in ('no_answer', 'spoken')),
  -- Of staff, or an API key.
  called_by uuid not null,
  called_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, id),
  foreign key (platform_holder_id, appointment_id) references appointment
);
create index appointment_call_of on appointment_call (platform_holder_id, appointment_id, called_at);

-- What a holder's own staff note on how to reach a person, with one of their entries.
create table person_note (
  platform_holder_id uuid not null,
  holder_recipient_id uuid not null,
  note text not null,
  version integer not null default 1,
  updated_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, holder_recipient_id),
  foreign key (platform_holder_id, holder_recipient_id) references holder_recipient on delete cascade
);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['appointment_call', 'person_note'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy bound on %I to tijdig_api using (platform_holder_id = bound_holder())
                    with check (platform_holder_id = bound_holder())', table_name);
    execute format('create policy operator on %I to tijdig_operator using (true) with check (true)', table_name);
    execute format('grant select, insert, update on %I to tijdig_api', table_name);
    execute format('grant select, insert, update, delete on %I to tijdig_operator', table_name);
  end loop;
end
$$;
