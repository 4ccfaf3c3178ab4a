import type pg from 'pg'
import { runOnce } from '#/kernel/postgres/db.ts'
import type { Log } from '#/kernel/log.ts'
import { noteUnlistedProxy } from '#/app/starting/installation-store.ts'

const everyMs = 3_600_000

/**
 * Notices that requests come through a proxy which TIJDIG_TRUSTED_PROXIES does not name, so that everybody behind it
 * shares the allowances of one address: in the log, and for `tijdig doctor` in the database, once an hour at most.
 *
 * @param pool acts as tijdig_operator
 */
export function noticesUnlistedProxies(pool: pg.Pool, log: Log): () => void {
  let notedAt = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (now - notedAt < everyMs) return
    notedAt = now
    log.warn(
      'requests come through a proxy that TIJDIG_TRUSTED_PROXIES does not name: everybody behind it counts as one address',
    )
    runOnce(pool, noteUnlistedProxy).catch((error: unknown) => {
      // The next request tries again.
      notedAt = Number.NEGATIVE_INFINITY
      log.warn({ err: error }, 'could not note an unlisted proxy')
    })
  }
}
