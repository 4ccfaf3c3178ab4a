import type pg from 'pg'
import type { Log } from '#/kernel/log.ts'
import { inTransaction, runOnce } from '#/kernel/postgres/db.ts'
import type { KeyRing } from '#/kernel/secrets/key-ring.ts'
import { selectUnderOldKeys, updateSealed, type Sealed } from './reseal-store.ts'
import { resealSecrets, UnreadableSecret } from './secrets.ts'

const atOnce = 100
const beforeAll = {
  platformHolderId: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
}

/**
 * Encrypts the secrets of all endpoints under the first key of the ring, also of those that are told nothing, so that an old
 * key can go. One that cannot be read is logged and left.
 *
 * @param pool acts as tijdig_operator
 * @returns of how many endpoints
 */
export async function resealWebhookSecrets(pool: pg.Pool, ring: KeyRing, log: Log): Promise<number> {
  let count = 0
  for (let last: Pick<Sealed, 'platformHolderId' | 'id'> | undefined = beforeAll; last !== undefined;) {
    const values = [ring.firstId, last.platformHolderId, last.id, atOnce]
    const found: Sealed[] = await runOnce(pool, selectUnderOldKeys, values)
    for (const endpoint of found) if (await reseal(pool, ring, log, endpoint)) count += 1
    last = found.length === atOnce ? found.at(-1) : undefined
  }
  return count
}

async function reseal(pool: pg.Pool, ring: KeyRing, log: Log, { platformHolderId, id, secrets }: Sealed) {
  try {
    const resealed = resealSecrets(ring, id, secrets, Temporal.Now.instant())
    if (resealed === null) return false
    const values = [platformHolderId, id, JSON.stringify(secrets), JSON.stringify(resealed)]
    const rows = await inTransaction(pool, { holder: platformHolderId }, (tx) => tx.rows(updateSealed, values))
    return rows.length > 0
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error
    log.error({ webhookEndpointId: id, err: error }, 'the secret of a webhook cannot be read')
    return false
  }
}
