import type pg from 'pg'
import { AppError } from '#/kernel/errors.ts'
import type { Log } from '#/kernel/log.ts'
import { repeat, type Repeated } from '#/kernel/flow/repeat.ts'
import { runOnce } from '#/kernel/postgres/db.ts'
import { selectNewest } from './read-store.ts'

/** Readers of one holder that may wait at once in a process. */
const waitingMax = 5
/** As often as events get their numbers. */
const lookMs = 500

type Waiting = { readonly after: number; readonly end: () => void }

export type Wait = {
  readonly platformHolderId: string
  /** Until there is an event with a greater number. */
  readonly after: number
  readonly ms: number
  /** Aborted when nobody waits for the answer any more. */
  readonly gone?: AbortSignal | undefined
}

export type EventWaits = {
  /**
   * Waits until there may be more to read, the time is over, the reader is gone or the process stops.
   *
   * @throws AppError RATE_LIMITED when as many wait for the holder as may
   */
  until(wait: Wait): Promise<void>
  /** Whether nobody can wait here any more. */
  readonly isStopped: boolean
  /** Lets all go on at once, and whoever comes later. */
  stop(): Promise<void>
}

/**
 * Where readers wait for events. While any does, one statement twice a second asks for all of them: it holds up nobody, needs
 * no connection of its own, works behind a pooler that has no notifications, and misses nothing when the database was
 * away. None of them has a connection while it waits.
 *
 * @param pool acts as tijdig_api
 */
export function createEventWaits(pool: pg.Pool, log: Log): EventWaits {
  const waiting = new Map<string, Set<Waiting>>()
  let looking: Repeated | null = null
  let isStopped = false

  async function look(): Promise<number> {
    try {
      for (const { platformHolderId, newest } of await runOnce(pool, selectNewest, [[...waiting.keys()]]))
        for (const one of waiting.get(platformHolderId) ?? []) if (newest > one.after) one.end()
    } catch (error) {
      // They read again when their time is over, and learn then what is wrong.
      log.warn({ err: error }, 'readers of events wait for the database')
    }
    return lookMs
  }

  function leave(platformHolderId: string, one: Waiting): void {
    const own = waiting.get(platformHolderId)
    own?.delete(one)
    if (own?.size === 0) waiting.delete(platformHolderId)
    if (waiting.size > 0) return
    void looking?.stop()
    looking = null
  }

  return {
    get isStopped() {
      return isStopped
    },
    async until({ platformHolderId, after, ms, gone }) {
      if (isStopped || gone?.aborted || ms <= 0) return
      const own = waiting.get(platformHolderId) ?? new Set()
      if (own.size >= waitingMax)
        throw new AppError('RATE_LIMITED', {
          message: `${waitingMax} readers of your events are waiting already. Read without waitSeconds, or let one reader hand them on.`,
          headers: { 'retry-after': String(Math.ceil(ms / 1_000)) },
        })
      const { promise, resolve } = Promise.withResolvers<void>()
      const one: Waiting = { after, end: resolve }
      waiting.set(platformHolderId, own.add(one))
      looking ??= repeat(look)
      const timer = setTimeout(resolve, ms)
      const end = () => resolve()
      gone?.addEventListener('abort', end)
      await promise
      gone?.removeEventListener('abort', end)
      clearTimeout(timer)
      leave(platformHolderId, one)
    },
    async stop() {
      isStopped = true
      const last = looking
      for (const own of waiting.values()) for (const one of own) one.end()
      await last?.stop()
    },
  }
}
