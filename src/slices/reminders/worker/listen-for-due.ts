import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '#/kernel/postgres/db.ts'
import { asLogin } from '#/kernel/postgres/connecting/logins.ts'
import { listenForClock } from '#/kernel/postgres/store.ts'
import type { Log } from '#/kernel/log.ts'

export type Listening = { readonly databaseUrl: string; readonly log: Log }

const firstPauseMs = 500
const longestPauseMs = 8_000

/**
 * Listens for moves of the test clock on a connection of its own and reconnects when it is lost, with longer pauses
 * while the database is unavailable.
 *
 * @param onNotice called when the clock was moved
 */
export function listenForDue(listening: Listening, onNotice: () => void): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const loop = (async () => {
    let pauseMs = firstPauseMs
    while (!signal.aborted) {
      const hasListened = await listenOnce(listening, onNotice, signal)
      pauseMs = hasListened ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs)
      // Rejects only when it is cut short by the end of the worker.
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await loop
    },
  }
}

/** Listens until the connection is lost or the signal aborts. @returns whether it got as far as listening */
async function listenOnce(
  { databaseUrl, log }: Listening,
  onNotice: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  const client = new Client({
    connectionString: asLogin(databaseUrl, 'tijdig_worker'),
    options: '-c role=tijdig_worker',
    connectionTimeoutMillis: 3_000,
    query_timeout: 4_500,
    keepAlive: true,
  })
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  // A connection that gets no answer cannot be closed gracefully.
  const cut = () => void client.connection.stream.destroy()
  client.on('notification', onNotice)
  client.on('error', (error) => {
    if (!signal.aborted) log.warn({ err: error }, 'worker lost its notifications')
  })
  signal.addEventListener('abort', cut)
  try {
    await client.connect()
    await client.query(listenForClock)
    if (signal.aborted) cut()
    await lost
    return true
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'worker cannot listen yet')
    cut()
    return false
  } finally {
    signal.removeEventListener('abort', cut)
  }
}
