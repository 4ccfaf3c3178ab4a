-- Kinds of appointments. Global ones stand under the platform's own id, are read by every holder and written by none.
create table appointment_type (
  platform_holder_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  -- Rises when the plan or skip_if_confirmed change: appointments note by which one their reminders were planned.
  plan_version integer not null default 1,
  status text not null default 'active' check (status in ('active', 'archived')),
  -- Locale to text.
  name jsonb not null,
  sms_safe boolean not null default false,
  duration_minutes integer not null check (duration_minutes between 5 and 1440),
  -- Ids of the holder's scheduling set-up; empty means all.
  location_ids jsonb not null default '[]',
  -- {"steps": [...]} as in reminder_policy; null means the holder's policy.
  reminder_plan jsonb,
  skip_if_confirmed boolean not null default false,
  recipient_actions jsonb not null,
  instructions jsonb not null default '{}',
  layout_id uuid,
  color text not null check (color ~ '^#[0-9A-F]{6}$'),
  created_at timestamptz not null default tijdig_now(),
  updated_at timestamptz not null default tijdig_now(),
  archived_at timestamptz,
  primary key (platform_holder_id, id),
  foreign key (platform_holder_id, layout_id) references appointment_layout,
  constraint appointment_type_archived_has_instant check ((status = 'archived') = (archived_at is not null))
);

-- The names of types, so that the database itself keeps those of active ones apart.
create table appointment_type_name (
  platform_holder_id uuid not null,
  appointment_type_id uuid not null,
  locale text not null,
  folded_name text not null,
  is_active boolean not null,
  primary key (platform_holder_id, appointment_type_id, locale),
  foreign key (platform_holder_id, appointment_type_id) references appointment_type
);
create unique index appointment_type_name_taken on appointment_type_name (platform_holder_id, locale, folded_name) where is_active;

alter table appointment_layout add foreign key (platform_holder_id, appointment_type_id) references appointment_type;
create index appointment_by_type on appointment (platform_holder_id, appointment_type_id, starts_at, id)
  where appointment_type_id is not null;

do $$
declare
  table_name text;
begin
  foreach table_name in array array['appointment_type', 'appointment_type_name'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy bound on %I to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
                    with check (platform_holder_id = bound_holder())', table_name);
    execute format('create policy operator on %I to tijdig_operator using (true) with check (true)', table_name);
  end loop;
end
$$;
create policy global on appointment_type for select to tijdig_api, tijdig_worker
  using (platform_holder_id = '00000000-0000-0000-0000-000000000000' and bound_holder() is not null);
grant select, insert, update on appointment_type to tijdig_api;
grant select on appointment_type to tijdig_worker;
grant select, insert, update on appointment_type to tijdig_operator;
grant select, insert, update on appointment_type_name to tijdig_api, tijdig_operator;

-- Also called when the demo starts anew, because that empties the table.
create function add_global_appointment_types() returns void
language sql
as $$
  insert into appointment_type (platform_holder_id, id, name, duration_minutes, recipient_actions, color)
  select '00000000-0000-0000-0000-000000000000', t.id::uuid, t.name::jsonb, t.minutes,
    '{"confirm": true, "cancelRequest": true, "rescheduleRequest": true, "deadline": null}', t.color
  from (values
    ('00000000-0000-7000-8000-000000000001', '{"nl": "Afspraak", "en": "Appointment", "de": "Termin", "fr": "Rendez-vous"}', 30, '#2F6FDE'),
    ('00000000-0000-7000-8000-000000000002', '{"nl": "Eerste afspraak", "en": "First appointment", "de": "Ersttermin", "fr": "Premier rendez-vous"}', 45, '#2E8B57'),
    ('00000000-0000-7000-8000-000000000003', '{"nl": "Vervolgafspraak", "en": "Follow-up appointment", "de": "Folgetermin", "fr": "Rendez-vous de suivi"}', 20, '#B8860B')
  ) t(id, name, minutes, color)
  on conflict do nothing
$$;
revoke execute on function add_global_appointment_types() from public;
grant execute on function add_global_appointment_types() to tijdig_operator;
select add_global_appointment_types();
