import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { AppError } from '#/kernel/errors.ts'
import type { BillingStatus } from './billing-state.ts'
import type { BillingRow } from './billing-view.ts'

export async function getBilling(tx: HolderTx): Promise<BillingRow> {
  const [row] = await tx.rows(selectBilling, [tx.platformHolderId])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** The mandate that counts says how a holder pays; before there is one, the set-up under way says where. */
const selectBilling = statement<BillingRow>(
  'select_billing',
  `select coalesce(a.status, 'not_started') as status, coalesce(m.provider, c.provider) as provider,
          coalesce(m.mandate_status, 'none') as mandate_status, m.method_type, m.method_label,
          m.method_valid_until::text as method_valid_until, a.current_setup_id, c.expires_at as setup_expires_at,
          a.last_event_at, a.failure_code, a.consent_recorded_at, coalesce(a.updated_at, h.created_at) as updated_at
   from platform_holder h
   left join billing_account a on a.platform_holder_id = h.platform_holder_id
   left join payment_setup m on m.platform_holder_id = h.platform_holder_id and m.id = a.mandate_setup_id
   left join payment_setup c on c.platform_holder_id = h.platform_holder_id and c.id = a.current_setup_id
   where h.platform_holder_id = $1`,
)

export type Account = RowOf<typeof accountColumns>

const accountColumns = columns('billing_account', 'status, current_setup_id, mandate_setup_id, failure_code')

/** Locks a holder's account, made if need be, until the transaction ends. Its set-ups are locked after it. */
export async function lockAccount(tx: HolderTx): Promise<Account> {
  await tx.rows(insertAccount, [tx.platformHolderId])
  const [row] = await tx.rows(selectAccount, [tx.platformHolderId])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const insertAccount = statement(
  'insert_billing_account',
  'insert into billing_account (platform_holder_id) values ($1) on conflict do nothing',
)
const selectAccount = statement<Account>(
  'lock_billing_account',
  `select ${accountColumns}
   from billing_account where platform_holder_id = $1 for update`,
)

/** Notes that a set-up is under way: what a holder agreed to, and when. */
export async function noteStarted(
  tx: HolderTx,
  started: { setupId: string; status: BillingStatus; consentRecordedAt: Temporal.Instant },
): Promise<void> {
  await tx.rows(updateStarted, [tx.platformHolderId, started.setupId, started.status, started.consentRecordedAt])
}

const updateStarted = statement(
  'billing_account_started',
  `update billing_account set current_setup_id = $2, status = $3, consent_recorded_at = $4, failure_code = null,
          updated_at = tijdig_now() where platform_holder_id = $1`,
)

/** Notes what the provider said. */
export async function noteEvent(tx: HolderTx, account: Account): Promise<void> {
  const { status, currentSetupId, mandateSetupId, failureCode } = account
  await tx.rows(updateEvent, [tx.platformHolderId, status, currentSetupId, mandateSetupId, failureCode])
}

const updateEvent = statement(
  'billing_account_event',
  `update billing_account set status = $2, current_setup_id = $3, mandate_setup_id = $4, failure_code = $5,
          last_event_at = tijdig_now(), updated_at = tijdig_now() where platform_holder_id = $1`,
)
