import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import type { Log } from '#/kernel/log.ts'
import type { EmailProvider } from '#/ports/email.ts'
import type { SmsProvider } from '#/ports/sms.ts'
import { now, type Moment } from '#/kernel/time/elapsed.ts'
import type { Turns } from '#/kernel/flow/turns.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { claimDue, leaseSeconds, type Claim } from './claim-store.ts'
import { releaseClaims } from './dispatch-store.ts'
import { handOverAll, mayCall } from './hand-over.ts'
import type { Channel } from '#/slices/reminders/policy/policy.ts'
import { prepareShare } from './prepare-share.ts'

/** What sending needs: the way out, and the numbers that bound it. */
export type Dispatching = {
  readonly pool: pg.Pool
  /**
   * Transactions of dispatch that are under way at once, fewer than there are connections: a batch can have rows of very many
   * holders, each with transactions of its own, and whoever waits long for a connection gives up.
   */
  readonly connections: Turns
  readonly services: Services
  readonly sms: SmsProvider
  readonly email: EmailProvider
  readonly mailFrom: string
  readonly log: Log
  /** Bound on one provider call. */
  readonly callTimeoutMs: number
  /** TIJDIG_VOLUME_BREAKER_FLOOR. */
  readonly volumeFloor: number
  /** Told of every message that was handed over, for metrics. */
  readonly onHandedOver: (fact: { lagMs: number; channel: Channel }) => void
  /** Told of what failed beside the round that began it; what it concerns is seen to by somebody later. */
  readonly onFailure: (error: unknown) => void
}

/** Claims of one holder, which go together as far as the provider has room. */
export type Share = {
  readonly dispatching: Dispatching
  readonly platformHolderId: string
  readonly channel: Channel
  readonly claims: readonly Claim[]
  readonly claimedAt: Moment
}

/** A batch that was claimed: how many rows, when none of them waits any more, and when all of them are settled. */
export type Batch = {
  readonly claimed: number
  readonly begun: Promise<unknown>
  readonly settled: Promise<unknown>
}

/** Batches of a channel that wait for their provider at once: one is being begun, the next one is at hand. */
export const batchesWaiting = 2

/** Rows recorded as handed over in one transaction, at most. */
const groupMax = 150

/**
 * Claims a batch of due rows of one channel and begins to see each through. When the provider has room for some of them, these are
 * looked at once more, rendered, recorded as handed over, and called for at once: what is recorded is never more than what its
 * provider takes at a time. Three commits lie on the way, and a crash between any two of them is safe: after the first the
 * lease runs out and the row is claimed again; after the second its outcome is unknown and looked up.
 *
 * @param stopping from when on nothing more is begun: what waits is given back
 */
export async function dispatchDue(
  dispatching: Dispatching,
  channel: Channel,
  isBehind: boolean,
  stopping: AbortSignal,
): Promise<Batch> {
  const claimedAt = now()
  const claims = await claimDue(dispatching.pool, channel, batchSize(dispatching, channel), isBehind)
  const byHolder = Map.groupBy(claims, (claim) => claim.platformHolderId)
  const calls: Promise<unknown>[] = []
  const begun = Promise.all(
    [...byHolder].map(([platformHolderId, own]) =>
      seeThrough({ dispatching, platformHolderId, channel, claims: own, claimedAt }, calls, stopping).catch(
        dispatching.onFailure,
      ),
    ),
  )
  return { claimed: claims.length, begun, settled: begun.then(() => Promise.all(calls)) }
}

/** Begins a share, group by group. @param calls gets what is under way */
async function seeThrough(share: Share, calls: Promise<unknown>[], stopping: AbortSignal): Promise<void> {
  const { dispatching, channel, claims, claimedAt } = share
  const { turns } = dispatching[channel]
  for (let start = 0; start < claims.length;) {
    const taken = await turns.take(Math.min(claims.length - start, groupMax), stopping)
    let unused = taken
    try {
      if (taken === 0 || !mayCall(dispatching, claimedAt)) {
        return await release(share, claims.slice(start))
      }
      await prepareShare(share, claims.slice(start, start + taken), (parcels) => {
        unused -= parcels.length
        calls.push(handOverAll(share, parcels).catch(dispatching.onFailure))
      })
      start += taken
    } finally {
      turns.giveBack(unused, 'unused')
    }
  }
}

/** What is claimed and not begun is at once another worker's. When the database is away, that comes with the end of the lease. */
function release({ dispatching, platformHolderId }: Share, claims: readonly Claim[]): Promise<void> {
  return dispatching.connections.run(() =>
    inTransaction(dispatching.pool, { holder: platformHolderId }, async (tx) =>
      releaseClaims(tx, platformHolderId, claims),
    ),
  )
}

/** Seconds of what a provider takes that are claimed ahead. */
const secondsAhead = 10

/** So that all that waits is accepted within the lease, even if every call takes its whole time limit. */
function batchSize(dispatching: Dispatching, channel: Channel): number {
  const { atOnce, perSecond } = dispatching[channel].turns
  const callsInTurn = Math.floor((leaseSeconds * 1_000) / dispatching.callTimeoutMs) - 1
  const accepted = Math.min(atOnce * Math.max(1, callsInTurn), perSecond * secondsAhead)
  return Math.max(1, Math.floor(Math.min(accepted / batchesWaiting, batchMax)))
}

/** Enough for a provider that takes everything. */
const batchMax = 1_500
