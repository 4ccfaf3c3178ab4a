import { Pool } from 'pg'
import type pg from 'pg'

type Connected = Parameters<typeof pg.Pool.prototype.connect>[0]

/**
 * Takes a connection back twice: stopped just as its listener fails, the library releases that one twice, and the pool
 * would throw. A pool that is ending has none to take back.
 */
export class JobPool extends Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (!callback) return super.connect()
    super.connect((error, client, release: ((fault?: unknown) => void) | undefined) => {
      let isReleased = false
      callback(error, client, (fault?: unknown) => {
        if (!isReleased) release?.(fault)
        isReleased = true
      })
    })
  }
}
