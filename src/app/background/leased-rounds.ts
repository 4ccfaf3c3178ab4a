import type pg from 'pg'
import { repeat } from '#/kernel/flow/repeat.ts'
import type { Log } from '#/kernel/log.ts'
import { giveUpLease, takeLease, type Lease } from '#/kernel/postgres/lease.ts'

export type LeasedRounds = {
  readonly pool: pg.Pool
  readonly lease: Lease
  /** How often the lease is extended during a round. */
  readonly renewMs: number
  /** Pause between two rounds, and before another try for the lease. */
  readonly pauseMs: number
  /** @returns true when there is more to do at once */
  readonly round: (stopping: AbortSignal) => Promise<boolean>
  /** Called at each try while another process has the lease. */
  readonly onLeasedElsewhere: () => void
  readonly log: Log
}

/**
 * Does rounds of work while this process has their lease, however long a round takes. A round is aborted when another
 * process has taken the lease, because this one was frozen or without the database.
 */
export function startLeasedRounds(options: LeasedRounds): {
  /** Aborts the round under way and, once it has ended, gives the lease up. */
  stop(): Promise<void>
} {
  const { pool, lease, renewMs, pauseMs, round, onLeasedElsewhere, log } = options
  const safely = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error, lease: lease.name }, 'leased work waits for the database')
    }
  }
  const keepingLease = async (stopping: AbortSignal) => {
    const lost = new AbortController()
    const renewals = repeat(async () => {
      await safely(async () => {
        if (!(await takeLease(pool, lease))) lost.abort()
      })
      return renewMs
    })
    try {
      return await round(AbortSignal.any([stopping, lost.signal]))
    } finally {
      await renewals.stop()
    }
  }
  const rounds = repeat(async (stopping) => {
    let isBehind = false
    await safely(async () => {
      if (await takeLease(pool, lease)) isBehind = await keepingLease(stopping)
      else onLeasedElsewhere()
    })
    return isBehind ? 0 : pauseMs
  })
  return {
    async stop() {
      await rounds.stop()
      await safely(() => giveUpLease(pool, lease))
    },
  }
}
