import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import { stopAll } from '#/kernel/flow/stop-all.ts'
import { isDatabaseUnavailable } from '#/kernel/postgres/db.ts'
import type { Log } from '#/kernel/log.ts'
import { repeat } from '#/kernel/flow/repeat.ts'
import { startLanes } from '#/slices/events/sending/lanes.ts'
import { findUnnumbered, numberedAtOnce, numberEvents } from '#/slices/events/numbering/numbering-store.ts'

export type EventWorkerOptions = {
  /** Acts as tijdig_worker. */
  readonly pool: pg.Pool
  readonly services: Pick<Services, 'webhooks' | 'secretsAtRest'>
  readonly log: Log
  /** Pause when there is nothing to number or to send. */
  readonly pollMs: number
}

export type EventWorker = {
  /** Resolves when nothing is in hand. */
  stop(): Promise<void>
}

/** Numbers events and sends them; any number of workers may do so on one database. */
export function startEventWorker(options: EventWorkerOptions): EventWorker {
  const { pool, log, pollMs } = options
  const lanes = startLanes(options)
  const numbering = repeat(async (stopping) => {
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
  return { stop: () => stopAll([numbering, lanes]) }
}
