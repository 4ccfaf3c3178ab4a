create table platform_holder (
  platform_holder_id uuid primary key,
  status text not null default 'draft' check (status in ('draft', 'active', 'suspended', 'deleted')),
  active_from timestamptz,
  active_until timestamptz,
  billing_email text not null default '',
  communication_inbox_email text not null default '',
  branch text not null default '' check (branch in ('', 'Horeca', 'Zakelijke dienstverlening', 'Ziekenhuizen', 'Zorg')),
  default_locale text not null default 'nl',
  default_timezone text not null default 'Europe/Amsterdam',
  display_name text not null,
  legal_name text not null default '',
  financial_contact_name text not null default '',
  financial_contact_phone_number text not null default '',
  general_contact_name text not null default '',
  headquarters_address_line1 text not null default '',
  headquarters_country_code text not null default 'NL',
  headquarters_place text not null default '',
  headquarters_postal_code text not null default '',
  registration_country_code text not null default 'NL',
  registration_number text not null default '',
  tax_number text not null default '',
  social_facebook text not null default '',
  social_instagram text not null default '',
  social_linked_in text not null default '',
  website_url text not null default '',
  whatsapp_number text not null default '',
  scheduling_setup jsonb,
  created_at timestamptz not null default tijdig_now(),
  updated_at timestamptz not null default tijdig_now()
);

alter table platform_holder enable row level security;
alter table platform_holder force row level security;
create policy bound on platform_holder to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder());
create policy operator on platform_holder to tijdig_operator using (true) with check (true);
grant select, update on platform_holder to tijdig_api;
grant select on platform_holder to tijdig_worker;
grant select, insert, update on platform_holder to tijdig_operator;
