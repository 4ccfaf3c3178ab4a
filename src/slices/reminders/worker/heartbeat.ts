import type pg from 'pg'
import { repeat } from '#/kernel/flow/repeat.ts'
import { newId } from '#/kernel/ids.ts'
import type { Log } from '#/kernel/log.ts'
import { endPool } from '#/kernel/postgres/connecting/connections.ts'
import { openPool } from '#/kernel/postgres/db.ts'
import { beat, signOff } from './heartbeat-store.ts'

/** How often a worker shows that it runs. */
const everyMs = 5_000
/** After a beat that failed: several tries fit into the time after which a worker counts as gone. */
const retryMs = 1_000

/**
 * Shows that a worker runs, on a connection of its own: a free one of the worker's pool can be seconds away while it is
 * at work, and a busy worker would look like one that is gone.
 */
export function startHeartbeat({ databaseUrl, log }: { readonly databaseUrl: string; readonly log: Log }): {
  /** Signs the worker off. */
  stop(): Promise<void>
} {
  const onIdleError = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const pool = openPool({ databaseUrl, role: 'tijdig_worker', size: 1, onIdleError })
  const workerId = newId()
  const safely = async (work: (onPool: pg.Pool, ownId: string) => Promise<void>) => {
    try {
      await work(pool, workerId)
      return true
    } catch (error) {
      log.warn({ err: error }, 'heartbeat waits for the database')
      return false
    }
  }
  const beating = repeat(async () => ((await safely(beat)) ? everyMs : retryMs))
  return {
    async stop() {
      await beating.stop()
      await safely(signOff)
      await endPool(pool)
    },
  }
}
