import type pg from 'pg'
import type { Log } from '#/kernel/log.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { noteLineage, selectRepeated } from './restored-store.ts'

/** Endpoints that are logged one by one. */
const mostLogged = 100

/**
 * Logs what is repeated after a restore, or after a standby took over: what was settled in the time that is lost is due again,
 * and receivers know it by its `webhook-id`. The server tells it by its identifier, which a dump does not take along, and by
 * its timeline, which rises with each recovery to a moment and each promotion. A copy of its files that is put back as it was
 * shows neither.
 *
 * @param pool acts as tijdig_worker
 */
export async function logWhatIsRepeated(pool: pg.Pool, log: Log): Promise<void> {
  const repeated = await inTransaction(pool, { holder: null }, async (tx) => {
    const [noted] = await tx.rows(noteLineage)
    return noted?.isOther ? tx.rows(selectRepeated) : null
  })
  if (repeated === null) return
  const deliveries = repeated.reduce((sum, endpoint) => sum + endpoint.deliveries, 0)
  log.warn(
    { endpoints: repeated.length, deliveries },
    'the database was restored or a standby took over: what webhooks are due may have been told before and is repeated',
  )
  for (const { endpointId, ...endpoint } of repeated.slice(0, mostLogged))
    log.warn({ webhookEndpointId: endpointId, ...endpoint }, 'a webhook repeats what it may have been told before')
}
