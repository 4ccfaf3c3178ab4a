import { isDatabaseUnavailable } from '#/kernel/postgres/db.ts'
import type { Log } from '#/kernel/log.ts'
import { repeat } from '#/kernel/flow/repeat.ts'
import type { Synchronising } from './session.ts'
import { findDueCalendars, type CalendarPlace } from './store.ts'
import { synchronise, type Synchronised } from './synchronise.ts'

export type CalendarWorkerOptions = Omit<Synchronising, 'signal'> & {
  readonly log: Log
  /** Calendars read at the same time. */
  readonly concurrency: number
  /** How long to wait before looking again when nothing is due. */
  readonly pollMs: number
  readonly onSynchronised: (fact: Synchronised & { provider: CalendarPlace['provider'] }) => void
}

export type CalendarWorker = {
  /** Aborts calls to providers, releases the calendars in hand, and resolves when nothing is left. */
  stop(): Promise<void>
}

/** Reads due calendars again and again; any number of workers may do so on one database. */
export function startCalendarWorker(options: CalendarWorkerOptions): CalendarWorker {
  const { pool, services, concurrency, pollMs } = options
  const inHand = new Set<Promise<void>>()
  const rounds = repeat(async (signal) => {
    for (const place of await findDue(options, concurrency - inHand.size)) {
      const work = read(options, { pool, services, signal }, place).finally(() => {
        inHand.delete(work)
        // With more due than can be read at once, the next is looked for as soon as there is room.
        rounds.wake()
      })
      inHand.add(work)
    }
    return pollMs
  })
  return {
    async stop() {
      await rounds.stop()
      await Promise.all(inHand)
    },
  }
}

async function findDue({ pool, log }: CalendarWorkerOptions, size: number): Promise<CalendarPlace[]> {
  if (size <= 0) return []
  try {
    return await findDueCalendars(pool, size)
  } catch (error) {
    report(log, error, {})
    return []
  }
}

async function read(options: CalendarWorkerOptions, deps: Synchronising, place: CalendarPlace): Promise<void> {
  const { platformHolderId, integrationId, provider } = place
  try {
    const fact = await synchronise(deps, place)
    if (!fact) return
    options.onSynchronised({ ...fact, provider })
    if (fact.outcome !== 'succeeded' && fact.outcome !== 'stopped')
      options.log.warn({ platformHolderId, integrationId, provider, outcome: fact.outcome }, 'calendar not read')
  } catch (error) {
    if (!isDatabaseUnavailable(error)) options.onSynchronised({ outcome: 'unavailable', pages: 0, events: 0, provider })
    report(options.log, error, { platformHolderId, integrationId, provider })
  }
}

function report(log: Log, error: unknown, place: Record<string, string>): void {
  if (isDatabaseUnavailable(error)) log.warn({ err: error, ...place }, 'calendars wait for the database')
  else log.error({ err: error, ...place }, 'reading a calendar failed')
}
