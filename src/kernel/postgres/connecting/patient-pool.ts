import { setTimeout as sleep } from 'node:timers/promises'
import { callbackify } from 'node:util'
import { Pool } from 'pg'
import type pg from 'pg'
import { isFollowed } from './followed-url.ts'

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: (fault?: unknown) => void) => void

/**
 * A pool that waits while the password of its login is changed: the server knows the new one some moments before the file
 * does that it is read from.
 */
export class PatientPool extends Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    const connected = this.#connect()
    if (!callback) return connected
    callbackify(() => connected)((error, client) =>
      callback(error ?? undefined, client, (fault) => client?.release(fault as boolean | undefined)),
    )
  }

  async #connect(): Promise<pg.PoolClient> {
    const patienceMs = isFollowed(this.options.connectionString ?? '') ? 10_000 : 0
    for (const until = performance.now() + patienceMs; ;) {
      try {
        return await super.connect()
      } catch (error) {
        if ((error as { code?: string }).code !== passwordIsWrong || performance.now() > until) throw error
        await sleep(100)
      }
    }
  }
}

/** invalid_password */
const passwordIsWrong = '28P01'
