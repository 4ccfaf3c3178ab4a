import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, isDatabaseUnavailable } from '#/kernel/db.ts'
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
  /** When it was recorded, by `performance.now()`. */
  readonly recordedAtMs: number
}

/** Outcomes are written together, but none waits longer than this for the others. */
const flushAfterMs = 200

/** Hands messages to their providers, some at a time, and records each outcome. */
export async function handOverAll(
  dispatching: Dispatching,
  platformHolderId: string,
  parcels: readonly Parcel[],
  claimedAtMs: number,
): Promise<void> {
  const queue = parcels.values()
  const lookAgain = createSecondLook(dispatching, platformHolderId, parcels)
  let settled: Settlement[] = []
  let lastFlushMs = performance.now()
  const flush = async () => {
    const batch = settled
    settled = []
    lastFlushMs = performance.now()
    if (batch.length > 0) await record(dispatching, platformHolderId, batch, claimedAtMs)
  }
  const lane = async () => {
    for (const parcel of queue) {
      const provider = parcel.channel === 'sms' ? dispatching.sms : dispatching.email
      const outcome = await provider.inTurn(
        async () => (await lookAgain(parcel)) ?? handOver(dispatching, parcel, claimedAtMs),
      )
      settled.push(...settle(parcel, outcome))
      if (performance.now() - lastFlushMs > flushAfterMs) await flush()
    }
  }
  await Promise.all(Array.from({ length: Math.min(dispatching.concurrency, parcels.length) }, lane))
  await flush()
}

/**
 * Writes outcomes. A database that is away for a moment must not turn them into unknowns, so this waits for it as long
 * as the lease lasts; writing them late is harmless, because each names its claim.
 */
async function record(
  dispatching: Dispatching,
  platformHolderId: string,
  batch: readonly Settlement[],
  claimedAtMs: number,
): Promise<void> {
  for (;;) {
    try {
      // An outcome lost in a crash of the database is looked up like any other; an opt-out must not be lost.
      const commitWithoutWaiting = !batch.some(isOptedOut)
      await inTransaction(dispatching.pool, { holder: platformHolderId, commitWithoutWaiting }, (tx) =>
        writeSettlements(tx, platformHolderId, batch),
      )
      return
    } catch (error) {
      const isWorthWaiting = isDatabaseUnavailable(error) && leaseLeftMs(claimedAtMs) > retryRecordMs
      if (!isWorthWaiting) throw error
      await sleep(retryRecordMs)
    }
  }
}

const retryRecordMs = 1_000

/** Whether a provider call that begins now is sure to end within the lease. */
export function mayCall({ callTimeoutMs }: Pick<Dispatching, 'callTimeoutMs'>, claimedAtMs: number): boolean {
  return leaseLeftMs(claimedAtMs) >= callTimeoutMs
}

function leaseLeftMs(claimedAtMs: number): number {
  return leaseSeconds * 1_000 - (performance.now() - claimedAtMs)
}

/**
 * One provider call, bounded in time. A worker that was stopped for longer than its lease must not call any more:
 * by then its rows belong to somebody else's judgement (G1).
 */
async function handOver(
  dispatching: Dispatching,
  { composed, holder, rows }: Parcel,
  claimedAtMs: number,
): Promise<HandOver | NotCalled> {
  if (!mayCall(dispatching, claimedAtMs)) return nothingKnown
  const signal = AbortSignal.timeout(dispatching.callTimeoutMs)
  try {
    const outcome =
      composed.channel === 'sms'
        ? await dispatching.sms.send(composed.message, signal)
        : await dispatching.email.send(composed.message, signal)
    if (outcome.outcome === 'accepted') {
      const lagMs =
        holder.clock.epochMilliseconds - rows[0].due_at.epochMilliseconds + (performance.now() - claimedAtMs)
      dispatching.onHandedOver({ lagMs, channel: composed.channel })
    }
    return outcome
  } catch (error) {
    // An adapter that throws has a defect; whether the message left is not known.
    dispatching.log.error({ err: error }, 'provider adapter failed')
    return { outcome: 'unknown', detail: 'adapter failed' }
  }
}
