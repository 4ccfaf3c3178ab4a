import type pg from 'pg'
import type { Static } from 'typebox'
import { inTransaction, type Tx } from '#/kernel/postgres/db.ts'
import { job, JobId } from '#/kernel/job.ts'
import { strictObject } from '#/kernel/schema.ts'
import { readBack } from './read-back.ts'
import { claimChecks } from '#/slices/billing/setup/setup-store.ts'

const Target = strictObject({ platformHolderId: JobId, setupId: JobId })

/** Asks the provider soon; questions about the same set-up that still wait become one. */
export function enqueueReadBack(tx: Tx, { platformHolderId, setupId }: Static<typeof Target>): void {
  readPaymentSetup.add(tx, { platformHolderId, setupId }, `read-payment-setup:${setupId}`)
}

/** Throws while the provider cannot say, so that it is tried again. */
export const readPaymentSetup = job('read-payment-setup', Target).handle(async ({ pool, services, log }, target) => {
  const { platformHolderId, setupId } = target
  const outcome = await readBack({
    payments: services.payments,
    log,
    step: (work) => inTransaction(pool, { holder: platformHolderId }, work),
    platformHolderId,
    setupId,
  })
  if (outcome === 'unavailable') throw new Error('The payment provider could not say how a set-up went yet')
})

/**
 * Maintenance: asks about set-ups whose term passed without a webhook, and once a day about mandates that count,
 * because not every provider reports that one was revoked.
 *
 * @param pool acts as tijdig_operator
 */
export async function planPaymentChecks(pool: pg.Pool): Promise<void> {
  await inTransaction(pool, { holder: null }, async (tx) => {
    for (const target of await claimChecks(tx, 100)) enqueueReadBack(tx, target)
  })
}
