-- Platform holders: their profile, how far they came in becoming ready, and how they pay.

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
  updated_at timestamptz not null default tijdig_now(),
  -- A holder may ask that two of its staff agree on each link of a recipient.
  links_need_two boolean not null default false
);
alter table platform_holder enable row level security, force row level security;
create policy bound on platform_holder to tijdig_api using (platform_holder_id = bound_holder());
create policy bound_to_set on platform_holder to tijdig_worker using (platform_holder_id in (select unnest(bound_holders())));
create policy operator on platform_holder to tijdig_operator using (true) with check (true);
-- No request can change the status of a holder, nor from when to when it is active.
grant update (
  billing_email, communication_inbox_email, branch, default_locale, default_timezone, display_name, legal_name,
  financial_contact_name, financial_contact_phone_number, general_contact_name, headquarters_address_line1,
  headquarters_country_code, headquarters_place, headquarters_postal_code, registration_country_code, registration_number,
  tax_number, social_facebook, social_instagram, social_linked_in, website_url, whatsapp_number, scheduling_setup, updated_at,
  links_need_two
) on platform_holder to tijdig_api;
grant select on platform_holder to tijdig_api, tijdig_worker;
grant select, insert, update on platform_holder to tijdig_operator;

-- How far a holder came in becoming ready: only what cannot be seen from the data itself. Without a row nothing was skipped or
-- handed in yet.
create table onboarding (
  platform_holder_id uuid primary key references platform_holder,
  version integer not null default 1,
  status text not null default 'in_progress' check (status in ('in_progress', 'pending_review', 'completed')),
  -- Optional steps that were skipped, and when: {"payment": "2026-12-03T13:30:00Z"}.
  skipped jsonb not null default '{}',
  submitted_at timestamptz,
  review_message text,
  created_at timestamptz not null default tijdig_now(),
  updated_at timestamptz not null default tijdig_now(),
  constraint onboarding_review_has_submission check (status = 'in_progress' or submitted_at is not null)
);
create index onboarding_to_review on onboarding (submitted_at) where status = 'pending_review';
alter table onboarding enable row level security, force row level security;
-- Who completes an onboarding is the operator: no request can.
create policy bound on onboarding to tijdig_api
  using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder() and status <> 'completed');
create policy operator on onboarding to tijdig_operator using (true) with check (true);
grant select, insert, update on onboarding to tijdig_api, tijdig_operator;

-- How a holder pays. No tariffs, invoices or amounts: only whether there is a mandate, and at which provider.
--
-- One attempt to give a mandate. While `starting` it is being made at the provider by whoever holds the lease (real time,
-- because it guards a running call); `confirmed` and `failed` are only ever what the provider said when asked.
create table payment_setup (
  platform_holder_id uuid not null references platform_holder,
  id uuid not null,
  state text not null default 'starting' check (state in ('starting', 'pending', 'confirmed', 'failed', 'abandoned')),
  provider text not null check (provider in ('mollie', 'stripe')),
  locale text not null,
  lease_until timestamptz,
  customer_reference text,
  setup_reference text,
  redirect_url text,
  expires_at timestamptz,
  failure_code text check (failure_code in ('cancelled_by_user', 'expired', 'declined', 'provider_error')),
  mandate_reference text,
  mandate_status text not null default 'none' check (mandate_status in ('none', 'pending', 'valid', 'invalid')),
  method_type text check (method_type in ('sepa_direct_debit', 'card', 'ideal')),
  method_label text,
  method_valid_until date,
  consented_by uuid not null,
  consent_recorded_at timestamptz not null default tijdig_now(),
  -- When the provider is asked of our own accord, for webhooks that never came and mandates that ended in silence.
  check_at timestamptz,
  created_at timestamptz not null default tijdig_now(),
  primary key (platform_holder_id, id),
  constraint payment_setup_pending_is_complete check (
    state in ('starting', 'abandoned')
    or (customer_reference is not null and setup_reference is not null and redirect_url is not null and expires_at is not null)
  )
);
create unique index payment_setup_one_undecided on payment_setup (platform_holder_id) where state in ('starting', 'pending');
create unique index payment_setup_by_reference on payment_setup (provider, setup_reference) where setup_reference is not null;
create index payment_setup_by_mandate on payment_setup (provider, mandate_reference) where mandate_reference is not null;
create index payment_setup_to_check on payment_setup (check_at) where check_at is not null;
create index payment_setup_given_up on payment_setup (created_at) where state in ('failed', 'abandoned');
alter table payment_setup enable row level security, force row level security;
create policy bound on payment_setup to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on payment_setup to tijdig_operator using (true) with check (true);
grant select, insert, update on payment_setup to tijdig_api, tijdig_worker, tijdig_operator;
grant delete on payment_setup to tijdig_operator;

-- Where a holder stands. Locked before its set-ups.
create table billing_account (
  platform_holder_id uuid primary key references platform_holder,
  status text not null default 'not_started'
    check (status in ('not_started', 'setup_pending', 'active', 'action_required', 'failed')),
  -- The set-up that is under way, and the one whose mandate counts.
  current_setup_id uuid,
  mandate_setup_id uuid,
  failure_code text check (failure_code in ('cancelled_by_user', 'expired', 'declined', 'provider_error')),
  consent_recorded_at timestamptz,
  last_event_at timestamptz,
  updated_at timestamptz not null default tijdig_now(),
  foreign key (platform_holder_id, current_setup_id) references payment_setup,
  foreign key (platform_holder_id, mandate_setup_id) references payment_setup
);
alter table billing_account enable row level security, force row level security;
create policy bound on billing_account to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder());
create policy operator on billing_account to tijdig_operator using (true) with check (true);
grant select, insert, update on billing_account to tijdig_api, tijdig_worker, tijdig_operator;

-- Whose set-up a provider's webhook is about: by the reference of the set-up or of its mandate.
create function find_payment_setup(wanted_provider text, reference text)
returns table (platform_holder_id uuid, setup_id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.platform_holder_id, s.id from payment_setup s
  where s.provider = wanted_provider and s.setup_reference = reference
  union all
  select s.platform_holder_id, s.id from payment_setup s
  where s.provider = wanted_provider and s.mandate_reference = reference
  limit 10
$$;
alter function find_payment_setup(text, text) owner to tijdig_operator;
revoke execute on function find_payment_setup(text, text) from public;
grant execute on function find_payment_setup(text, text) to tijdig_api;

-- A platform holder's name for a recipient, who is bound to none while looking at what all of them proposed.
create function holder_name(wanted uuid) returns text
language sql stable security definer set search_path = public, pg_temp
as $$ select h.display_name from platform_holder h where h.platform_holder_id = wanted and bound_recipient() is not null $$;
alter function holder_name(uuid) owner to tijdig_operator;
revoke execute on function holder_name(uuid) from public;
grant execute on function holder_name(uuid) to tijdig_api;
