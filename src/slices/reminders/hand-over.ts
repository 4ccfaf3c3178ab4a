import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, isDatabaseUnavailable } from '#/kernel/db.ts'
import { elapsedMs, type Moment } from '#/kernel/elapsed.ts'
import type { HandOver } from '#/ports/delivery.ts'
import { leaseSeconds } from './claim-store.ts'
import type { ComposedMessage } from './compose-message.ts'
import type { Dispatching } from './dispatch.ts'
import type { DispatchHolder, DispatchRow } from './dispatch-store.ts'
import type { Channel } from './policy.ts'
import { createSecondLook, nothingKnown, type NotCalled } from './second-look.ts'
import { settle, type Settlement } from './settle.ts'
import { isOptedOut, writeSettlements } from './settle-store.ts'

/** One message that is recorded as handed over and must now really be handed over, once. */
export type Parcel = {
  readonly channel: Channel
  readonly address: string
  readonly rows: readonly [DispatchRow, ...DispatchRow[]]
  readonly composed: ComposedMessage
  readonly holder: DispatchHolder
  readonly messageReference: string
  /** When what it says was read. */
  readonly readAt: Moment
}

/** Outcomes are written together, but none waits longer than this for the others. */
const flushAfterMs = 200

/** Hands messages to their providers, some at a time, and records each outcome. */
export async function handOverAll(
  dispatching: Dispatching,
  platformHolderId: string,
  parcels: readonly Parcel[],
  claimedAt: Moment,
): Promise<void> {
  const queue = parcels.values()
  const lookAgain = createSecondLook(dispatching, platformHolderId, parcels)
  let settled: Settlement[] = []
  let lastFlushMs = performance.now()
  const flush = async () => {
    const batch = settled
    settled = []
    lastFlushMs = performance.now()
    if (batch.length > 0) await record(dispatching, platformHolderId, batch, claimedAt)
  }
  const lane = async () => {
    for (const parcel of queue) {
      const provider = parcel.channel === 'sms' ? dispatching.sms : dispatching.email
      const outcome = await provider.inTurn(
        async () => (await lookAgain(parcel)) ?? handOver(dispatching, parcel, claimedAt),
      )
      settled.push(...settle(parcel, outcome))
      if (performance.now() - lastFlushMs > flushAfterMs) await flush()
    }
  }
  const lanes = Array.from({ length: Math.min(dispatching.concurrency, parcels.length) }, lane)
  // A lane that cannot record ends; what the others hear meanwhile is recorded all the same.
  const ended = await Promise.allSettled(lanes)
  await flush()
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason
}

/**
 * Writes outcomes. A database that is away must not turn them into unknowns, so this waits for it, far beyond the lease; writing
 * them late is harmless, because each names its attempt.
 */
async function record(
  dispatching: Dispatching,
  platformHolderId: string,
  batch: readonly Settlement[],
  claimedAt: Moment,
): Promise<void> {
  for (;;) {
    try {
      // An outcome lost in a crash of the database is looked up like any other; an opt-out must not be lost.
      const commitWithoutWaiting = !batch.some(isOptedOut)
      await dispatching.inTurn(() =>
        inTransaction(dispatching.pool, { holder: platformHolderId, commitWithoutWaiting }, (tx) =>
          writeSettlements(tx, platformHolderId, batch),
        ),
      )
      return
    } catch (error) {
      const isWorthWaiting = isDatabaseUnavailable(error) && elapsedMs(claimedAt) < recordPatienceMs
      if (!isWorthWaiting) throw error
      await sleep(retryRecordMs)
    }
  }
}

const retryRecordMs = 1_000
const recordPatienceMs = 10 * 60_000

/** Whether a provider call that begins now is sure to end within the lease. */
export function mayCall({ callTimeoutMs }: Pick<Dispatching, 'callTimeoutMs'>, claimedAt: Moment): boolean {
  return leaseLeftMs(claimedAt) >= callTimeoutMs
}

function leaseLeftMs(claimedAt: Moment): number {
  return leaseSeconds * 1_000 - elapsedMs(claimedAt)
}

/**
 * One provider call, bounded in time. A worker that was stopped for longer than its lease must not call any more:
 * by then its rows belong to somebody else's judgement (G1).
 */
async function handOver(
  dispatching: Dispatching,
  { composed, holder, rows }: Parcel,
  claimedAt: Moment,
): Promise<HandOver | NotCalled> {
  if (!mayCall(dispatching, claimedAt)) return nothingKnown
  const signal = AbortSignal.timeout(dispatching.callTimeoutMs)
  try {
    const outcome =
      composed.channel === 'sms'
        ? await dispatching.sms.send(composed.message, signal)
        : await dispatching.email.send(composed.message, signal)
    if (outcome.outcome === 'accepted') {
      const lagMs = holder.clock.epochMilliseconds - rows[0].due_at.epochMilliseconds + elapsedMs(claimedAt)
      dispatching.onHandedOver({ lagMs, channel: composed.channel })
    }
    return outcome
  } catch (error) {
    // An adapter that throws has a defect; whether the message left is not known.
    dispatching.log.error({ err: error }, 'provider adapter failed')
    return { outcome: 'unknown', detail: 'adapter failed' }
  }
}
