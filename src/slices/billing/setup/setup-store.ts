import { statement, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import type { HasApplied } from '#/kernel/operation.ts'
import { localeOf } from '#/locales/locales.ts'
import type { Mandate, PaymentProviderName } from '#/ports/billing.ts'
import type { SetupKnowledge } from '#/slices/billing/billing-state.ts'

export type SetupRow = RowOf<typeof setupColumns> & {
  /** No call holds its lease. */
  readonly isFree: boolean
  /** Begun too long ago for the provider to remember what it was asked. */
  readonly isStale: boolean
  readonly isOverdue: boolean
  readonly now: Temporal.Instant
}

// Providers keep idempotency keys at least an hour (Mollie) or a day (Stripe).
const setupColumns = columns(
  'payment_setup',
  `id, state, provider, locale, customer_reference, setup_reference, redirect_url, expires_at, failure_code, mandate_status,
  mandate_reference, consent_recorded_at`,
)
const setup = `${setupColumns}, lease_until is null or lease_until < now() as is_free,
  created_at < tijdig_now() - interval '50 minutes' as is_stale,
  coalesce(expires_at <= tijdig_now(), false) as is_overdue, tijdig_now() as now`

/** The set-up that is not decided yet, locked; at most one exists. */
export async function lockUndecidedSetup(tx: HolderTx): Promise<SetupRow | null> {
  return (await tx.rows(selectUndecided, [tx.platformHolderId]))[0] ?? null
}

const selectUndecided = statement<SetupRow>(
  'lock_undecided_payment_setup',
  `select ${setup} from payment_setup
   where platform_holder_id = $1 and state in ('starting', 'pending') for update`,
)

export async function lockSetup(tx: HolderTx, setupId: string): Promise<SetupRow | null> {
  return (await tx.rows(selectForUpdate, [tx.platformHolderId, setupId]))[0] ?? null
}

const selectForUpdate = statement<SetupRow>(
  'lock_payment_setup',
  `select ${setup} from payment_setup where platform_holder_id = $1 and id = $2 for update`,
)

export async function findSetup(tx: HolderTx, setupId: string): Promise<SetupRow | null> {
  return (await tx.rows(selectSetup, [tx.platformHolderId, setupId]))[0] ?? null
}

const selectSetup = statement<SetupRow>(
  'select_payment_setup',
  `select ${setup} from payment_setup where platform_holder_id = $1 and id = $2`,
)

export type NewSetup = {
  readonly id: string
  readonly provider: PaymentProviderName
  readonly locale: string
  readonly consentedBy: string
}

/** Begins a set-up and takes its lease. The customer of the previous one is reused, unless that was abandoned. */
export async function insertSetup(tx: HolderTx, setup: NewSetup): Promise<SetupRow> {
  const { id, provider, locale, consentedBy } = setup
  const [row] = await tx.rows(insertPaymentSetup, [tx.platformHolderId, id, provider, locale, consentedBy])
  if (!row) throw new Error('The new payment set-up gave no row')
  return row
}

const leaseSeconds = 30
const insertPaymentSetup = statement<SetupRow>(
  'insert_payment_setup',
  `insert into payment_setup (platform_holder_id, id, provider, locale, consented_by, lease_until, customer_reference)
   values ($1, $2, $3, $4, $5, now() + interval '${leaseSeconds} seconds', (
     select case when l.state <> 'abandoned' and l.provider = $3 then l.customer_reference end from payment_setup l
     where l.platform_holder_id = $1 order by l.created_at desc, l.id desc limit 1))
   returning ${setup}`,
)

/** Takes the lease of a set-up that is free. */
export async function takeLease(tx: HolderTx, setupId: string): Promise<void> {
  await tx.rows(updateLease, [tx.platformHolderId, setupId])
}

const updateLease = statement(
  'lease_payment_setup',
  `update payment_setup set lease_until = now() + interval '${leaseSeconds} seconds'
   where platform_holder_id = $1 and id = $2 and state = 'starting'`,
)

/** Releases a set-up: as `starting` when the provider may have made it, so that the next try asks with the same key. */
export async function releaseSetup(tx: HolderTx, setupId: string, state: 'starting' | 'abandoned'): Promise<void> {
  await tx.rows(updateReleased, [tx.platformHolderId, setupId, state])
}

const updateReleased = statement(
  'release_payment_setup',
  `update payment_setup set state = $3, lease_until = null
   where platform_holder_id = $1 and id = $2 and state = 'starting'`,
)

export async function storeCustomer(tx: HolderTx, setupId: string, customerReference: string): Promise<void> {
  await tx.rows(updateCustomer, [tx.platformHolderId, setupId, customerReference])
}

const updateCustomer = statement(
  'payment_setup_customer',
  `update payment_setup set customer_reference = $3 where platform_holder_id = $1 and id = $2 and state = 'starting'`,
)

export type StartedAtProvider = {
  readonly setupReference: string
  readonly redirectUrl: string
  readonly expiresAt: Temporal.Instant | null
}

/** The provider has made it. @returns false when another call had noted it before */
export async function storeStarted(tx: HolderTx, setupId: string, started: StartedAtProvider): Promise<boolean> {
  const { setupReference, redirectUrl, expiresAt } = started
  const rows = await tx.rows(updateStarted, [tx.platformHolderId, setupId, setupReference, redirectUrl, expiresAt])
  return rows.length > 0
}

const updateStarted = statement<{ id: string }>(
  'payment_setup_started',
  `update payment_setup set state = 'pending', lease_until = null, setup_reference = $3, redirect_url = $4,
          expires_at = coalesce($5, tijdig_now() + interval '1 day'),
          check_at = coalesce($5, tijdig_now() + interval '1 day')
   where platform_holder_id = $1 and id = $2 and state = 'starting' returning id`,
)

/** Writes what the provider said. It is asked again at the term while open, every day while the mandate counts, else never. */
export async function storeLearned(
  tx: HolderTx,
  setupId: string,
  learned: SetupKnowledge & { readonly mandate: Mandate | null; readonly isWatched: boolean },
): Promise<void> {
  const { state, mandateStatus, failureCode, mandate, isWatched } = learned
  await tx.rows(updateLearned, [
    tx.platformHolderId,
    setupId,
    state,
    failureCode,
    mandateStatus,
    mandate?.reference ?? null,
    mandate?.method?.type ?? null,
    mandate?.method?.label ?? null,
    mandate?.method?.validUntil?.toString() ?? null,
    isWatched,
  ])
}

const updateLearned = statement(
  'payment_setup_learned',
  `update payment_setup set state = $3, failure_code = $4, mandate_status = $5,
          mandate_reference = coalesce($6, mandate_reference), method_type = coalesce($7, method_type),
          method_label = coalesce($8, method_label), method_valid_until = coalesce($9::date, method_valid_until),
          check_at = case when $3 = 'pending' then check_at when $10 then tijdig_now() + interval '1 day' end
   where platform_holder_id = $1 and id = $2`,
)

/** Whose set-up a provider's reference names; none when it is not ours. Across tenants. */
export async function findByReference(
  tx: Tx,
  provider: PaymentProviderName,
  reference: string,
): Promise<{ platformHolderId: string; setupId: string }[]> {
  return tx.rows(selectByReference, [provider, reference])
}

const selectByReference = statement<{ platformHolderId: string; setupId: string }>(
  'find_payment_setup',
  'select platform_holder_id, setup_id from find_payment_setup($1, $2)',
)

/** Takes due set-ups of all holders to ask about; each comes up again in five minutes unless something is learned. */
export async function claimChecks(tx: Tx, count: number): Promise<{ platformHolderId: string; setupId: string }[]> {
  return tx.rows(updateChecks, [count])
}

const updateChecks = statement<{ platformHolderId: string; setupId: string }>(
  'claim_payment_checks',
  `update payment_setup s set check_at = tijdig_now() + interval '5 minutes'
   from (
     select platform_holder_id, id from payment_setup
     where check_at <= tijdig_now() order by check_at limit $1 for update skip locked
   ) due
   where s.platform_holder_id = due.platform_holder_id and s.id = due.id
   returning s.platform_holder_id, s.id as setup_id`,
)

/** Who pays, and the closest language of the contract to theirs: payment pages know few regions. */
export async function getPayer(tx: HolderTx): Promise<{ name: string; email: string | null; locale: string }> {
  const [row] = await tx.rows(selectPayer, [tx.platformHolderId])
  if (!row) throw new Error('The holder of a payment set-up is gone')
  return { ...row, locale: localeOf(row.locale) ?? row.locale }
}

const selectPayer = statement<{ name: string; email: string | null; locale: string }>(
  'select_payer',
  `select coalesce(nullif(legal_name, ''), display_name) as name, nullif(billing_email, '') as email,
     default_locale as locale
   from platform_holder where platform_holder_id = $1`,
)

/** Whether somebody has started a set-up at the provider since an instant. */
export const hasStartedSetup: HasApplied = async (tx, { platformHolderId, actorId, since }) =>
  (await tx.rows(selectStartedSince, [platformHolderId, actorId, since])).length > 0

const selectStartedSince = statement(
  'select_payment_setup_started_since',
  `select id from payment_setup
   where platform_holder_id = $1 and consented_by = $2 and consent_recorded_at >= $3 and setup_reference is not null
   limit 1`,
)
