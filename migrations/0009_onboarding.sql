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

alter table onboarding enable row level security;
alter table onboarding force row level security;
-- Who completes an onboarding is the operator: no request can.
create policy bound on onboarding to tijdig_api
  using (platform_holder_id = bound_holder())
  with check (platform_holder_id = bound_holder() and status <> 'completed');
create policy operator on onboarding to tijdig_operator using (true) with check (true);
grant select, insert, update on onboarding to tijdig_api, tijdig_operator;

-- Nor can any request change the status of a holder or from when to when it is active.
revoke update on platform_holder from tijdig_api;
grant update (
  billing_email, communication_inbox_email, branch, default_locale, default_timezone, display_name, legal_name,
  financial_contact_name, financial_contact_phone_number, general_contact_name, headquarters_address_line1,
  headquarters_country_code, headquarters_place, headquarters_postal_code, registration_country_code, registration_number,
  tax_number, social_facebook, social_instagram, social_linked_in, website_url, whatsapp_number, scheduling_setup, updated_at
) on platform_holder to tijdig_api;
