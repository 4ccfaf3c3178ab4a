import { setTimeout as sleep } from 'node:timers/promises'
import { elapsedMs, type Moment } from '#/kernel/time/elapsed.ts'
import type { HandOver } from '#/ports/delivery.ts'
import { leaseSeconds } from './claim-store.ts'
import type { ComposedMessage } from './compose-message.ts'
import type { Dispatching, Share } from './dispatch.ts'
import type { DispatchHolder, DispatchRow } from './dispatch-store.ts'
import type { Channel } from '#/slices/reminders/policy/policy.ts'
import { settle, type Settlement } from './settle.ts'
import { isOptedOut, writeSettlements } from './settle-store.ts'
import { takeBack, untilRecorded } from '#/slices/reminders/afterwards/take-back.ts'

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

/** What was read is believed for so long: a commit that took longer is undone, and everything is read again (G2). */
const freshForMs = 5_000

/** Hands messages to their provider, all at once, and records the outcomes. Gives the turn of each back when it is over. */
export async function handOverAll(share: Share, parcels: readonly Parcel[]): Promise<void> {
  const { dispatching, platformHolderId, channel, claimedAt } = share
  const { turns } = dispatching[channel]
  const isStale = parcels.some((parcel) => elapsedMs(parcel.readAt) > freshForMs)
  if (isStale || !mayCall(dispatching, claimedAt)) {
    turns.giveBack(parcels.length, 'unused')
    return takeBack(share, parcels)
  }
  const heard: Settlement[] = []
  const calls = Promise.all(
    parcels.map(async (parcel) => {
      const outcome = await handOver(dispatching, parcel, claimedAt)
      turns.giveBack(1, 'used')
      heard.push(...settle(parcel, outcome))
    }),
  )
  for (let isOver = false; !isOver;) {
    isOver = await Promise.race([calls.then(() => true), sleep(flushAfterMs, false, { ref: false })])
    const batch = heard.splice(0)
    if (batch.length === 0) continue
    // An outcome lost in a crash of the database is looked up like any other; an opt-out must not be lost.
    const commitWithoutWaiting = !batch.some(isOptedOut)
    // What the others are told is recorded all the same.
    await untilRecorded(share, { commitWithoutWaiting }, (tx) => writeSettlements(tx, platformHolderId, batch)).catch(
      dispatching.onFailure,
    )
  }
}

/**
 * Whether a provider call that begins now is sure to end within the lease. A worker that was stopped for longer must not call
 * any more: by then its rows belong to somebody else's judgement (G1).
 */
export function mayCall({ callTimeoutMs }: Pick<Dispatching, 'callTimeoutMs'>, claimedAt: Moment): boolean {
  return leaseSeconds * 1_000 - elapsedMs(claimedAt) >= callTimeoutMs
}

/** One provider call, bounded in time. Never rejects. */
async function handOver(
  dispatching: Dispatching,
  { composed, holder, rows }: Parcel,
  claimedAt: Moment,
): Promise<HandOver> {
  const signal = AbortSignal.timeout(dispatching.callTimeoutMs)
  try {
    const outcome =
      composed.channel === 'sms'
        ? await dispatching.sms.send(composed.message, signal)
        : await dispatching.email.send(composed.message, signal)
    if (outcome.outcome === 'accepted') {
      const lagMs = holder.clock.epochMilliseconds - rows[0].dueAt.epochMilliseconds + elapsedMs(claimedAt)
      dispatching.onHandedOver({ lagMs, channel: composed.channel })
    }
    return outcome
  } catch (error) {
    // An adapter that throws has a defect; whether the message left is not known.
    dispatching.log.error({ err: error }, 'provider adapter failed')
    return { outcome: 'unknown', detail: 'adapter failed' }
  }
}
