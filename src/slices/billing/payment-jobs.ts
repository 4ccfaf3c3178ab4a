import type pg from 'pg'
import { inTransaction, type Tx } from '#/kernel/postgres/db.ts'
import { enqueueJob } from '#/kernel/job.ts'
import type { Log } from '#/kernel/log.ts'
import type { PaymentProviders } from '#/ports/billing.ts'
import { readBack } from './read-back.ts'
import { claimChecks } from './setup-store.ts'

export const readPaymentSetupJob = 'read-payment-setup'

type Target = { readonly platformHolderId: string; readonly setupId: string }

/** Asks the provider soon; questions about the same set-up that still wait become one. */
export function enqueueReadBack(tx: Tx, { platformHolderId, setupId }: Target): void {
  enqueueJob(tx, {
    task: readPaymentSetupJob,
    payload: { platformHolderId, setupId },
    key: `${readPaymentSetupJob}:${setupId}`,
  })
}

/** The job: throws while the provider cannot say, so that it is tried again. */
export async function readPaymentSetupNow(
  { pool, payments, log }: { readonly pool: pg.Pool; readonly payments: PaymentProviders; readonly log: Log },
  { platformHolderId, setupId }: Target,
): Promise<void> {
  const outcome = await readBack({
    payments,
    log,
    step: (work) => inTransaction(pool, { holder: platformHolderId }, work),
    platformHolderId,
    setupId,
  })
  if (outcome === 'unavailable') throw new Error('The payment provider could not say how a set-up went yet')
}

/**
 * Maintenance: asks about set-ups whose term passed without a webhook, and once a day about mandates that count, because
 * not every provider tells that one was revoked.
 *
 * @param pool acts as tijdig_operator
 */
export async function planPaymentChecks(pool: pg.Pool): Promise<void> {
  await inTransaction(pool, { holder: null }, async (tx) => {
    for (const target of await claimChecks(tx, 100)) enqueueReadBack(tx, target)
  })
}
