import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, isDatabaseUnavailable, type TransactionOptions, type Tx } from '#/kernel/postgres/db.ts'
import { elapsedMs } from '#/kernel/time/elapsed.ts'
import { giveBackClaims } from '#/slices/reminders/send/claim/claim-store.ts'
import {
  holdersOf,
  leaseSeconds,
  type Claim,
  type OfHolder,
  type Share,
} from '#/slices/reminders/send/claim/sending.ts'
import type { Message } from '#/slices/reminders/send/prepare/message.ts'
import { withdrawAttempts } from './take-back-store.ts'

/**
 * Plans messages again that were, or may have been, recorded as handed over, but for which this worker certainly made
 * no call. Nothing of the record stays, so nothing counts them as handed over.
 *
 * @param claims of these messages, when the commit may still take effect: it then finds that the claim no longer holds
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

/** What a share's records are written with. */
type Recording = Pick<Share, 'claimedAt' | 'stopping'> & {
  readonly sending: Pick<Share['sending'], 'pool' | 'connections'>
}

/**
 * Writes what only this worker knows. An unavailable database must not make that unknown, so this retries far beyond
 * the lease, and until its end when this worker is to end; a late write is harmless, because it names its attempt.
 */
export async function untilRecorded(
  { sending, claimedAt, stopping }: Recording,
  rows: readonly OfHolder[],
  options: Pick<TransactionOptions, 'commitWithoutWaiting'>,
  write: (tx: Tx) => Promise<void>,
): Promise<void> {
  const transaction = () => inTransaction(sending.pool, { holder: holdersOf(rows), ...options }, write)
  for (;;) {
    try {
      return await sending.connections.run(transaction)
    } catch (error) {
      const untilMs = stopping.aborted ? leaseSeconds * 1_000 : patienceMs
      if (!isDatabaseUnavailable(error) || elapsedMs(claimedAt) >= untilMs) throw error
      await sleep(retryMs)
    }
  }
}
