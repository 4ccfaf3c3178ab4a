import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, isDatabaseUnavailable, type TransactionOptions, type Tx } from '#/kernel/postgres/db.ts'
import { elapsedMs } from '#/kernel/time/elapsed.ts'
import type { Claim } from '#/slices/reminders/sending/claim-store.ts'
import { releaseClaims } from '#/slices/reminders/sending/dispatch-store.ts'
import type { Share } from '#/slices/reminders/sending/dispatch.ts'
import type { Draft } from '#/slices/reminders/sending/prepare.ts'
import { withdrawDepartures } from './take-back-store.ts'

/**
 * Makes messages planned again whose record as handed over is committed, or may be, and which this worker surely did not call for.
 * Nothing of the record stays, so that they count as handed over for nobody.
 *
 * @param claims of these messages, when the commit may be yet to come: it then finds that they are not this claim's any more
 */
export function takeBack(share: Share, drafts: readonly Draft[], claims: readonly Claim[] = []): Promise<void> {
  const { platformHolderId } = share
  return untilRecorded(share, {}, (tx) => {
    releaseClaims(tx, platformHolderId, claims)
    withdrawDepartures(tx, platformHolderId, drafts)
  })
}

const retryMs = 1_000
const patienceMs = 10 * 60_000

/**
 * Writes what this worker alone knows. A database that is away must not turn that into unknowns, so this waits for it, far
 * beyond the lease; writing it late is harmless, because each names its attempt.
 */
export async function untilRecorded(
  { dispatching, platformHolderId, claimedAt }: Share,
  options: Pick<TransactionOptions, 'commitWithoutWaiting'>,
  write: (tx: Tx) => void,
): Promise<void> {
  const transaction = () =>
    inTransaction(dispatching.pool, { holder: platformHolderId, ...options }, async (tx) => write(tx))
  for (;;) {
    try {
      return await dispatching.connections.run(transaction)
    } catch (error) {
      const isWorthWaiting = isDatabaseUnavailable(error) && elapsedMs(claimedAt) < patienceMs
      if (!isWorthWaiting) throw error
      await sleep(retryMs)
    }
  }
}
