import type pg from 'pg'
import { repeat } from '#/kernel/flow/repeat.ts'
import { inTransaction, isDatabaseUnavailable } from '#/kernel/postgres/db.ts'
import { holdersToNumber } from '#/slices/events/events.ts'
import { claimEndpoints, renewClaims } from '#/slices/webhooks/lanes/claim-store.ts'
import { Lane, type LaneDeps } from '#/slices/webhooks/lanes/lane.ts'
import { Permits } from '#/slices/webhooks/lanes/permits.ts'
import { numberAndQueue } from '#/slices/webhooks/queue/queue.ts'
import { logWhatIsRepeated } from '#/slices/webhooks/restored/restored.ts'

export type WebhookWorkerOptions = Omit<LaneDeps, 'permits' | 'stopping' | 'cutting'> & {
  /** Longest time without looking for events and for what is due. */
  readonly pollMs: number
}

export type WebhookWorker = {
  /** Begins no more calls, gives those on their way a moment, and resolves when no endpoint is in hand. */
  stop(): Promise<void>
}

const renewEveryMs = 15_000
const retryMs = 1_000
/** How often it is asked whether the database was restored; at the start before anything is called. */
const lineageEveryMs = 60_000
/** Endpoints in hand: of those whose last attempt failed at most half, so that they keep nobody out. */
const mostLanes = 1_000
const mostFailingLanes = 500
const claimedAtOnce = 100
const holdersAtOnce = 4
/** What is cut off is repeated by whoever comes next. */
const cutAfterMs = 3_000

/**
 * Numbers events and calls endpoints, again and again; any number of workers may do so on one database. An endpoint is in
 * the hands of one of them at a time.
 */
export function startWebhookWorker(options: WebhookWorkerOptions): WebhookWorker {
  const stopping = new AbortController()
  const cutting = new AbortController()
  const deps: LaneDeps = { ...options, permits: new Permits(), stopping: stopping.signal, cutting: cutting.signal }
  const lanes = new Map<Lane, Promise<void>>()
  let lineageReadMs = -Infinity
  const claiming = repeat(() =>
    safely(options, options.pollMs, async () => {
      if (performance.now() - lineageReadMs >= lineageEveryMs) {
        lineageReadMs = performance.now()
        await logWhatIsRepeated(options.pool, options.log)
      }
      // With more due than can be in hand, the next is looked for as soon as there is room.
      const onRoom = () => claiming.wake()
      return (await claimRound(deps, lanes, onRoom)) ? 0 : options.pollMs
    }),
  )
  const numbering = repeat((signal) =>
    safely(options, options.pollMs, async () => {
      const { queued, isMore } = await numberRound(options.pool, signal)
      if (queued > 0) claiming.wake()
      return isMore ? 0 : options.pollMs
    }),
  )
  const renewing = repeat(() => safely(options, retryMs, () => renewRound(options.pool, lanes)))
  return {
    async stop() {
      await Promise.all([numbering.stop(), claiming.stop()])
      stopping.abort()
      const cut = setTimeout(() => cutting.abort(), cutAfterMs)
      await Promise.all(lanes.values())
      clearTimeout(cut)
      await renewing.stop()
    },
  }
}

/** Takes what is due, while there is room. @returns whether there may be more */
async function claimRound(deps: LaneDeps, lanes: Map<Lane, Promise<void>>, onRoom: () => void): Promise<boolean> {
  let isFull = false
  for (const isFailing of [false, true]) {
    const failing = [...lanes.keys()].filter(({ claimed }) => claimed.isFailing).length
    const room = isFailing ? Math.min(mostFailingLanes - failing, mostLanes - lanes.size) : mostLanes - lanes.size
    const size = Math.min(room, claimedAtOnce)
    if (size <= 0) continue
    const askedAtMs = performance.now()
    const claimed = await claimEndpoints(deps.pool, size, isFailing)
    for (const one of claimed) {
      const lane = new Lane(deps, one, askedAtMs)
      const work = lane.run().finally(() => {
        lanes.delete(lane)
        if (lanes.size >= mostFailingLanes - 1) onRoom()
      })
      lanes.set(lane, work)
    }
    isFull ||= claimed.length === size
  }
  return isFull
}

/** Keeps what is in hand for another while. @returns the pause after it */
async function renewRound(pool: pg.Pool, lanes: ReadonlyMap<Lane, unknown>): Promise<number> {
  const askedAtMs = performance.now()
  const held = [...lanes.keys()]
  const kept = await renewClaims(
    pool,
    held.map(({ claimed }) => claimed),
  )
  const byId = new Map(kept.map((called) => [called.id, called]))
  for (const lane of held) {
    const called = byId.get(lane.claimed.id)
    lane.renewed(called?.claimNo === lane.claimed.claimNo ? called : null, askedAtMs)
  }
  return renewEveryMs
}

/**
 * Numbers what waits, of each organization a part: one with very much of it keeps no other waiting.
 *
 * @returns how many deliveries were queued, and whether some have more
 */
async function numberRound(pool: pg.Pool, signal: AbortSignal): Promise<{ queued: number; isMore: boolean }> {
  const holders = await holdersToNumber(pool)
  let [queued, isMore] = [0, false]
  const take = async () => {
    for (let holder = holders.shift(); holder !== undefined && !signal.aborted; holder = holders.shift()) {
      const round = await inTransaction(pool, { holder }, numberAndQueue)
      queued += round.queued
      isMore ||= round.isMore
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: holdersAtOnce }, take))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return { queued, isMore }
}

/** @returns the pause of a round, or one of its own after a failure, which is logged */
async function safely({ log }: Pick<LaneDeps, 'log'>, pauseMs: number, round: () => Promise<number>): Promise<number> {
  try {
    return await round()
  } catch (error) {
    if (isDatabaseUnavailable(error)) log.warn({ err: error }, 'webhooks wait for the database')
    else log.error({ err: error }, 'a round of webhooks failed')
    return pauseMs
  }
}
