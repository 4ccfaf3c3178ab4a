-- How a holder pays. No tariffs, invoices or amounts: only whether there is a mandate, and at which provider.

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

do $$
declare
  table_name text;
begin
  foreach table_name in array array['payment_setup', 'billing_account'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy bound on %I to tijdig_api, tijdig_worker using (platform_holder_id = bound_holder())
                    with check (platform_holder_id = bound_holder())', table_name);
    execute format('create policy operator on %I to tijdig_operator using (true) with check (true)', table_name);
    execute format('grant select, insert, update on %I to tijdig_api, tijdig_worker, tijdig_operator', table_name);
  end loop;
end
$$;

-- Whose set-up a provider's webhook is about: by the reference of the set-up or of its mandate.
create function find_payment_setup(wanted_provider text, reference text)
returns table (platform_holder_id uuid, setup_id uuid)
language sql stable security definer set search_path = public
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
