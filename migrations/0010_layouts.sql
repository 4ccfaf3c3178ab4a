-- What the app shows of an appointment, per platform holder and surface. Every holder has both surfaces from the start.
create table appointment_layout (
  platform_holder_id uuid not null references platform_holder,
  id uuid not null,
  surface text not null check (surface in ('appointment_list', 'appointment_detail')),
  -- Which form the components have; the app takes the highest it knows.
  schema_version integer not null default 1 check (schema_version >= 1),
  version integer not null default 1,
  -- Null: for appointments of every type that has no layout of its own.
  appointment_type_id uuid,
  components jsonb not null check (jsonb_array_length(components) between 1 and 20),
  updated_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, id),
  constraint appointment_layout_once unique nulls not distinct (platform_holder_id, surface, appointment_type_id)
);

alter table appointment_layout enable row level security;
alter table appointment_layout force row level security;
create policy bound on appointment_layout to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on appointment_layout to tijdig_operator using (true) with check (true);
grant select, update on appointment_layout to tijdig_api;
grant select on appointment_layout to tijdig_worker;
grant select, insert, update on appointment_layout to tijdig_operator;

-- Holders that were there before get what new ones get (default-layouts.ts).
insert into appointment_layout (platform_holder_id, id, surface, components)
select h.platform_holder_id, gen_random_uuid(), s.surface,
  (select jsonb_agg(jsonb_build_object('componentId', c.type, 'type', c.type, 'position', c.position - 1, 'visible', true,
     'width', case when c.type in ('status', 'calendar_link') then 'half' else 'full' end, 'options', '{}'::jsonb) order by c.position)
   from unnest(s.types) with ordinality c(type, position))
from platform_holder h, (values
  ('appointment_list', array['date_time', 'provider', 'title', 'location', 'status', 'actions', 'privacy']),
  ('appointment_detail', array['date_time', 'provider', 'title', 'location', 'instructions', 'actions', 'status', 'calendar_link',
     'contact', 'privacy'])) s(surface, types);
