-- Appointments: what an app shows of them, their types, and they themselves.

-- What the app shows of an appointment, per platform holder, surface and form of components, of which an app takes the highest
-- it knows. Every holder has both surfaces from the start (default-layouts.ts).
create table appointment_layout (
  platform_holder_id uuid not null references platform_holder,
  id uuid not null,
  surface text not null check (surface in ('appointment_list', 'appointment_detail')),
  -- Which form the components have.
  schema_version integer not null default 1 check (schema_version >= 1),
  version integer not null default 1,
  -- Null: for appointments of every type that has no layout of its own.
  appointment_type_id uuid,
  components jsonb not null check (jsonb_array_length(components) between 1 and 20),
  updated_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, id),
  constraint appointment_layout_once unique nulls not distinct (platform_holder_id, surface, appointment_type_id, schema_version)
);
alter table appointment_layout enable row level security, force row level security;
create policy bound on appointment_layout to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on appointment_layout to tijdig_operator using (true) with check (true);
grant select, update on appointment_layout to tijdig_api;
grant select on appointment_layout to tijdig_worker;
grant select, insert, update on appointment_layout to tijdig_operator;

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
alter table appointment_layout add foreign key (platform_holder_id, appointment_type_id) references appointment_type;
alter table appointment_type enable row level security, force row level security;
create policy bound on appointment_type to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy global on appointment_type for select to tijdig_api
  using (platform_holder_id = '00000000-0000-0000-0000-000000000000' and bound_holder() is not null);
create policy bound_to_set on appointment_type to tijdig_worker using (platform_holder_id in (select unnest(bound_holders())));
create policy global_to_set on appointment_type for select to tijdig_worker
  using (platform_holder_id = '00000000-0000-0000-0000-000000000000' and bound_holders() <> '{}');
create policy operator on appointment_type to tijdig_operator using (true) with check (true);
grant select, insert, update on appointment_type to tijdig_api, tijdig_operator;
grant select on appointment_type to tijdig_worker;

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
alter table appointment_type_name enable row level security, force row level security;
create policy bound on appointment_type_name to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on appointment_type_name to tijdig_operator using (true) with check (true);
grant select, insert, update on appointment_type_name to tijdig_api, tijdig_operator;

create table appointment (
  platform_holder_id uuid not null references platform_holder,
  id uuid not null,
  holder_recipient_id uuid not null,
  origin text not null check (origin in ('intake', 'local')),
  source_system text not null,
  external_appointment_id text,
  status text not null default 'registered' check (status in ('registered', 'completed', 'no_show', 'cancelled')),
  organization_id text,
  location_id text,
  location_label text,
  appointment_type_id uuid,
  title text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  timezone text not null,
  recipient_name text not null,
  -- For finding by the beginning of a name. Compared byte by byte, because only such comparisons may use an index before the
  -- row-level policy is checked.
  recipient_folded_name text collate "C" not null generated always as (lower(recipient_name)) stored,
  recipient_email text,
  recipient_phone text,
  -- Keyed hashes of the two, by which opt-outs are found also after the contact is erased.
  recipient_email_key bytea,
  recipient_phone_key bytea,
  recipient_locale text,
  contact_last_confirmed_at timestamptz not null default tijdig_now(),
  version integer not null default 1,
  schedule_revision integer not null default 1,
  confirmed_at timestamptz,
  confirmed_via text check (confirmed_via in ('app', 'sms_reply', 'message_link', 'staff')),
  confirmed_revision integer,
  cancelled_at timestamptz,
  cancelled_by text check (cancelled_by in ('holder', 'source', 'approved_request')),
  cancellation_reason text check (cancellation_reason in ('recipient', 'provider', 'duplicate', 'other')),
  cancellation_note text,
  outcome_recorded_at timestamptz,
  -- Which policy version and time-zone data the unsent reminders were planned by.
  plan_stamp text not null,
  created_at timestamptz not null default tijdig_now(),
  updated_at timestamptz not null default tijdig_now(),
  -- Of requests, kept here in the transactions that change one, so that sending and lists need no look-up. Whether there ever was
  -- one: most appointments have none, and changing them then costs nothing more.
  has_requests boolean not null default false,
  open_request_id uuid,
  open_request_type text check (open_request_type in ('cancel', 'reschedule')),
  open_request_at timestamptz,
  -- Moving it was approved and the new time is not here yet: its reminders are held (G21).
  awaits_new_time boolean not null default false,
  -- Copied from recipient_link, so that a person's appointments of all holders stand in one index.
  recipient_id uuid references recipient,
  -- How many unsent reminders a cancellation withdrew, so that a source that repeats it gets the same answer whatever became of
  -- the reminders before or since. Null while the appointment is not cancelled.
  cancelled_reminders integer check (cancelled_reminders >= 0),
  primary key (platform_holder_id, id),
  foreign key (platform_holder_id, holder_recipient_id) references holder_recipient,
  constraint appointment_source_key unique (platform_holder_id, source_system, external_appointment_id),
  constraint appointment_ends_after_start check (ends_at > starts_at),
  constraint appointment_cancelled_has_instant check ((status = 'cancelled') = (cancelled_at is not null))
) with (fillfactor = 90);
create index appointment_by_start on appointment (platform_holder_id, starts_at, id);
create index appointment_by_name on appointment (platform_holder_id, recipient_folded_name);
create index appointment_by_phone on appointment (platform_holder_id, recipient_phone_key, starts_at);
create index appointment_by_email on appointment (platform_holder_id, recipient_email_key, starts_at) where recipient_email_key is not null;
create index appointment_by_recipient on appointment (platform_holder_id, holder_recipient_id, starts_at);
create index appointment_by_person on appointment (recipient_id, starts_at, id) where recipient_id is not null;
create index appointment_by_type on appointment (platform_holder_id, appointment_type_id, starts_at, id)
  where appointment_type_id is not null;
-- By the id that another system gave an appointment, whichever system it was.
create index appointment_by_external_id on appointment (platform_holder_id, external_appointment_id)
  where external_appointment_id is not null;
-- Few wait for a new time, and only what sets or ends that touches the index.
create index appointment_awaiting_new_time on appointment (platform_holder_id, starts_at) where awaits_new_time;
alter table appointment enable row level security, force row level security;
create policy bound on appointment to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy bound_to_set on appointment to tijdig_worker using (platform_holder_id in (select unnest(bound_holders())));
create policy operator on appointment to tijdig_operator using (true) with check (true);
grant select, insert, update on appointment to tijdig_api, tijdig_worker, tijdig_operator;
grant delete on appointment to tijdig_operator;
create trigger appointment_added after insert on appointment
  referencing new table as changed for each statement execute function note_change('appointments');
create trigger appointment_changed after update on appointment
  referencing new table as changed for each statement execute function note_change('appointments');

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
alter table appointment_call enable row level security, force row level security;
create policy bound on appointment_call to tijdig_api using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on appointment_call to tijdig_operator using (true) with check (true);
grant select, insert, update on appointment_call to tijdig_api;
grant select, insert, update, delete on appointment_call to tijdig_operator;

-- What a recipient may see of their own appointments, of the types and of the layouts; more in 06_people.sql.
create view appointment_of_person as
  select a.platform_holder_id, a.id, a.holder_recipient_id, a.origin, a.source_system, a.external_appointment_id, a.status,
    a.organization_id, a.location_id, a.location_label, a.appointment_type_id, a.title, a.starts_at, a.ends_at, a.timezone,
    a.recipient_name, a.recipient_folded_name, a.recipient_email, a.recipient_phone, a.recipient_email_key, a.recipient_phone_key,
    a.recipient_locale, a.contact_last_confirmed_at, a.version, a.schedule_revision, a.confirmed_at, a.confirmed_via,
    a.confirmed_revision, a.cancelled_at, a.cancelled_by, a.cancellation_reason, a.cancellation_note, a.outcome_recorded_at,
    a.plan_stamp, a.created_at, a.updated_at, a.has_requests, a.open_request_id, a.open_request_type, a.open_request_at,
    a.awaits_new_time, a.recipient_id
  from appointment a where a.recipient_id = bound_recipient();
alter view appointment_of_person owner to tijdig_operator;
create view type_of_person as
  select t.platform_holder_id, t.id, t.name, t.recipient_actions, t.instructions, t.layout_id, t.sms_safe
  from appointment_type t
  where t.platform_holder_id = '00000000-0000-0000-0000-000000000000'
     or exists (select 1 from recipient_link l
                where l.recipient_id = bound_recipient() and l.platform_holder_id = t.platform_holder_id);
alter view type_of_person owner to tijdig_operator;
create view layout_of_person as
  select y.platform_holder_id, y.id, y.surface, y.appointment_type_id, y.schema_version, y.components
  from appointment_layout y
  where exists (select 1 from recipient_link l
                where l.recipient_id = bound_recipient() and l.platform_holder_id = y.platform_holder_id);
alter view layout_of_person owner to tijdig_operator;
grant select on appointment_of_person, type_of_person, layout_of_person to tijdig_api;

-- The types that every holder has bear a name in each language that an app speaks. Also called when the demo starts anew, because that empties the table.
create function add_global_appointment_types() returns void
language sql
as $$
  insert into appointment_type (platform_holder_id, id, name, duration_minutes, recipient_actions, color)
  select '00000000-0000-0000-0000-000000000000', t.id::uuid, t.name::jsonb, t.minutes,
    '{"confirm": true, "cancelRequest": true, "rescheduleRequest": true, "deadline": null}', t.color
  from (values
    ('00000000-0000-7000-8000-000000000001', '{
      "nl": "Afspraak", "en": "Appointment", "es": "Cita", "zh-Hans": "预约", "zh-Hant": "預約",
      "hi": "अपॉइंटमेंट", "ar": "موعد", "fr": "Rendez-vous", "pt": "Agendamento", "bn": "অ্যাপয়েন্টমেন্ট",
      "ru": "Запись", "ur": "اپائنٹمنٹ", "id": "Janji temu", "de": "Termin", "ja": "予約",
      "tr": "Randevu", "vi": "Lịch hẹn", "ko": "예약", "fa": "نوبت", "sw": "Miadi",
      "ta": "சந்திப்பு", "pa-Guru": "ਅਪਾਇੰਟਮੈਂਟ", "bg": "Час", "hr": "Termin", "cs": "Termín",
      "da": "Aftale", "et": "Broneering", "fi": "Varaus", "el": "Ραντεβού", "hu": "Időpont",
      "ga": "Coinne", "it": "Appuntamento", "lv": "Pieraksts", "lt": "Vizitas", "mt": "Appuntament",
      "pl": "Wizyta", "ro": "Programare", "sk": "Termín", "sl": "Termin", "sv": "Bokning",
      "pap-CW": "Sita", "pap-AW": "Cita", "pap-BQ": "Sita"}', 30, '#2F6FDE'),
    ('00000000-0000-7000-8000-000000000002', '{
      "nl": "Eerste afspraak", "en": "First appointment", "es": "Primera cita", "zh-Hans": "首次预约", "zh-Hant": "首次預約",
      "hi": "पहला अपॉइंटमेंट", "ar": "الموعد الأول", "fr": "Premier rendez-vous", "pt": "Primeiro agendamento", "bn": "প্রথম অ্যাপয়েন্টমেন্ট",
      "ru": "Первая запись", "ur": "پہلی اپائنٹمنٹ", "id": "Janji temu pertama", "de": "Ersttermin", "ja": "初回の予約",
      "tr": "İlk randevu", "vi": "Lịch hẹn đầu tiên", "ko": "첫 예약", "fa": "نوبت اول", "sw": "Miadi ya kwanza",
      "ta": "முதல் சந்திப்பு", "pa-Guru": "ਪਹਿਲੀ ਅਪਾਇੰਟਮੈਂਟ", "bg": "Първи час", "hr": "Prvi termin", "cs": "První termín",
      "da": "Første aftale", "et": "Esmane broneering", "fi": "Ensimmäinen varaus", "el": "Πρώτο ραντεβού", "hu": "Első időpont",
      "ga": "An chéad choinne", "it": "Primo appuntamento", "lv": "Pirmais pieraksts", "lt": "Pirmas vizitas", "mt": "L-ewwel appuntament",
      "pl": "Pierwsza wizyta", "ro": "Prima programare", "sk": "Prvý termín", "sl": "Prvi termin", "sv": "Första bokningen",
      "pap-CW": "Promé sita", "pap-AW": "Prome cita", "pap-BQ": "Promé sita"}', 45, '#2E8B57'),
    ('00000000-0000-7000-8000-000000000003', '{
      "nl": "Vervolgafspraak", "en": "Follow-up appointment", "es": "Cita de seguimiento", "zh-Hans": "后续预约", "zh-Hant": "後續預約",
      "hi": "फ़ॉलो-अप अपॉइंटमेंट", "ar": "موعد متابعة", "fr": "Rendez-vous de suivi", "pt": "Agendamento de acompanhamento", "bn": "ফলো-আপ অ্যাপয়েন্টমেন্ট",
      "ru": "Повторная запись", "ur": "فالو اپ اپائنٹمنٹ", "id": "Janji temu lanjutan", "de": "Folgetermin", "ja": "2回目以降の予約",
      "tr": "Takip randevusu", "vi": "Lịch hẹn theo dõi", "ko": "후속 예약", "fa": "نوبت پیگیری", "sw": "Miadi ya ufuatiliaji",
      "ta": "தொடர் சந்திப்பு", "pa-Guru": "ਫਾਲੋ-ਅੱਪ ਅਪਾਇੰਟਮੈਂਟ", "bg": "Последващ час", "hr": "Kontrolni termin", "cs": "Následný termín",
      "da": "Opfølgende aftale", "et": "Korduv broneering", "fi": "Seurantavaraus", "el": "Επαναληπτικό ραντεβού", "hu": "Kontrollidőpont",
      "ga": "Coinne leantach", "it": "Appuntamento di controllo", "lv": "Atkārtots pieraksts", "lt": "Pakartotinis vizitas", "mt": "Appuntament ta’ segwitu",
      "pl": "Wizyta kontrolna", "ro": "Programare de control", "sk": "Následný termín", "sl": "Kontrolni termin", "sv": "Uppföljande bokning",
      "pap-CW": "Sita di siguimentu", "pap-AW": "Cita di siguimento", "pap-BQ": "Sita di siguimentu"}', 20, '#B8860B')
  ) t(id, name, minutes, color)
  on conflict (platform_holder_id, id) do update set name = excluded.name
$$;
revoke execute on function add_global_appointment_types() from public;
grant execute on function add_global_appointment_types() to tijdig_operator;
select add_global_appointment_types();
