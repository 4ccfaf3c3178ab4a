import type pg from 'pg'
import { runOnce } from '#/kernel/postgres/db.ts'
import type { Log } from '#/kernel/log.ts'
import { noteInMain } from './datastore.ts'
import { noteOnceAnHour } from './store.ts'
import type { Breaker } from './throttle.ts'

type Withheld = {
  readonly breaker: Breaker
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly now: Temporal.Instant
  /** The request that was refused; null for a message that was not sent. */
  readonly requestId: string | null
}

/**
 * Tells that somebody seems to make us send for their own profit: a log line and an audit row, once an hour for each
 * reason and country however often they go on.
 *
 * @param places pool acts as tijdig_login on the datastore; main may leave audit rows in the main database
 */
export async function noteWithheld(
  places: { readonly pool: pg.Pool; readonly main: pg.Pool; readonly log: Log },
  { breaker, country, now, requestId }: Withheld,
): Promise<void> {
  const isNew = (await runOnce(places.pool, noteOnceAnHour, [breaker, country, now])).length > 0
  if (!isNew) return
  places.log.warn({ breaker, country, requestId }, 'sign-in codes are withheld')
  await noteInMain(places, {
    actor: { kind: 'anonymous', id: null },
    action: 'recipientSignInWithheld',
    requestId,
    detail: { breaker, country },
  })
}
