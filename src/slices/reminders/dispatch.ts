import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import type { Log } from '#/kernel/log.ts'
import type { EmailProvider } from '#/ports/email.ts'
import type { SmsProvider } from '#/ports/sms.ts'
import { inTransaction } from '#/kernel/db.ts'
import { now } from '#/kernel/elapsed.ts'
import type { Turns } from '#/kernel/turns.ts'
import { claimDue, type Claim } from './claim-store.ts'
import { releaseClaims } from './dispatch-store.ts'
import { handOverAll, mayCall } from './hand-over.ts'
import type { Channel } from './policy.ts'
import { prepareShare } from './prepare-share.ts'

/** What sending needs: the way out, and the numbers that bound it. */
export type Dispatching = {
  readonly pool: pg.Pool
  /**
   * Transactions of dispatch that are under way at once, fewer than there are connections: a batch can have rows of very many
   * holders, each with transactions of its own, and whoever waits long for a connection gives up.
   */
  readonly inTurn: Turns
  readonly services: Services
  readonly sms: SmsProvider
  readonly email: EmailProvider
  readonly mailFrom: string
  readonly log: Log
  /** Rows claimed at once. */
  readonly batchSize: number
  /** Batches in hand at once: while one waits for a slow provider, the others go on. */
  readonly batchesMax: number
  /** Messages of one batch and holder at the providers at once. */
  readonly concurrency: number
  /** Bound on one provider call. */
  readonly callTimeoutMs: number
  /** TIJDIG_VOLUME_BREAKER_FLOOR. */
  readonly volumeFloor: number
  /** Told of every message that was handed over, for metrics. */
  readonly onHandedOver: (fact: { lagMs: number; channel: Channel }) => void
}

/** A batch that was claimed: how many rows, and when all of them are settled. */
export type Batch = { readonly claimed: number; readonly settled: Promise<void> }

/**
 * Claims one batch of due rows and begins to see each through: looked at once more, rendered, recorded as handed over,
 * handed to its provider, and the outcome recorded. Three commits lie on the way, and a crash between any two of them is
 * safe: after the first the lease runs out and the row is planned again; after the second its outcome is unknown and
 * looked up. The caller can claim the next batch meanwhile, so that a slow provider holds up nobody else.
 *
 * @param stopping from when on nothing more is begun
 */
export async function dispatchDue(dispatching: Dispatching, isBehind: boolean, stopping: AbortSignal): Promise<Batch> {
  const claimedAt = now()
  const claims = await claimDue(dispatching.pool, dispatching.batchSize, isBehind)
  const byHolder = Map.groupBy(claims, (claim) => claim.platform_holder_id)
  const seeThrough = async ([platformHolderId, own]: [string, Claim[]]) => {
    for (let start = 0; start < own.length; start += shareMax) {
      if (stopping.aborted) return release(dispatching, platformHolderId, own.slice(start))
      const share = { dispatching, platformHolderId, claimedAt }
      // Claims for which no time is left come free with their lease, and are planned again.
      const parcels = await dispatching.inTurn(async () =>
        mayCall(dispatching, claimedAt) ? prepareShare(share, own.slice(start, start + shareMax)) : [],
      )
      await handOverAll(dispatching, platformHolderId, parcels, claimedAt)
    }
  }
  return { claimed: claims.length, settled: settleAll([...byHolder].map(seeThrough)) }
}

/** What is claimed and not begun when the worker is told to stop is at once another worker's. */
function release({ pool }: Dispatching, platformHolderId: string, claims: readonly Claim[]): Promise<void> {
  return inTransaction(pool, { holder: platformHolderId }, async (tx) => releaseClaims(tx, platformHolderId, claims))
}

/** Rows recorded as handed over at once: a worker that is killed leaves at most these for look-ups. */
const shareMax = 150

/** One holder's failure does not keep another's rows from being settled; it is reported when all are done. */
async function settleAll(holders: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(holders)).find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}
