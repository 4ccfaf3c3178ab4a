import type pg from 'pg'
import { isDatabaseUnavailable } from '#/kernel/postgres/db.ts'
import type { Log } from '#/kernel/log.ts'
import { repeat } from '#/kernel/flow/repeat.ts'
import { findUnnumbered, numberedAtOnce, numberEvents } from '#/slices/events/numbering/numbering-store.ts'

export type EventWorkerOptions = {
  /** Acts as tijdig_worker. */
  readonly pool: pg.Pool
  readonly log: Log
  /** Pause when there is nothing to number. */
  readonly pollMs: number
}

export type EventWorker = {
  /** Resolves when nothing is in hand. */
  stop(): Promise<void>
}

/** Numbers events; any number of workers may do so on one database. */
export function startEventWorker({ pool, log, pollMs }: EventWorkerOptions): EventWorker {
  return repeat(async (stopping) => {
    let isBehind = false
    try {
      for (const platformHolderId of await findUnnumbered(pool)) {
        if (stopping.aborted) break
        isBehind = (await numberEvents(pool, platformHolderId)) === numberedAtOnce || isBehind
      }
    } catch (error) {
      if (isDatabaseUnavailable(error)) log.warn({ err: error }, 'events wait for the database')
      else log.error({ err: error }, 'numbering events failed')
      return pollMs
    }
    return isBehind ? 0 : pollMs
  })
}
