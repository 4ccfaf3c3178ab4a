import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, isDatabaseUnavailable, type TransactionOptions, type Tx } from '#/kernel/postgres/db.ts'
import { elapsedMs } from '#/kernel/time/elapsed.ts'
import { giveBackClaims } from './claim-store.ts'
import { holdersOf, type Claim, type OfHolder, type Share } from './dispatching.ts'
import type { Message } from '#/slices/reminders/preparing/message.ts'
import { withdrawAttempts } from './take-back-store.ts'

/**
 * Makes messages planned again whose record as handed over is committed, or may be, and which this worker surely did not call for.
 * Nothing of the record stays, so that they count as handed over for nobody.
 *
 * @param claims of these messages, when the commit may be yet to come: it then finds that they are not this claim's any more
 */
export function takeBack(share: Share, messages: readonly Message[], claims: readonly Claim[] = []): Promise<void> {
  const rows = messages.flatMap((message) => message.rows)
  return untilRecorded(share, [...rows, ...claims], {}, async (tx) => {
    giveBackClaims(tx, claims)
    withdrawAttempts(tx, messages)
  })
}

const retryMs = 1_000
const patienceMs = 10 * 60_000

/**
 * Writes what this worker alone knows. A database that is away must not turn that into unknowns, so this waits for it, far
 * beyond the lease; writing it late is harmless, because each names its attempt.
 */
export async function untilRecorded(
  { dispatching, claimedAt }: Share,
  rows: readonly OfHolder[],
  options: Pick<TransactionOptions, 'commitWithoutWaiting'>,
  write: (tx: Tx) => Promise<void>,
): Promise<void> {
  const transaction = () => inTransaction(dispatching.pool, { holder: holdersOf(rows), ...options }, write)
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
