import type pg from 'pg'
import { platformId } from '#/kernel/ids.ts'
import { readClock } from '#/kernel/time/clock.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { eachByItself } from '#/kernel/postgres/each-by-itself.ts'
import { tzdbVersion } from './planning.ts'
import { replanOutdated } from './replan-all.ts'
import { holdersAtOnce, listHoldersAfter } from './replan-store.ts'

const pageSize = 500

/**
 * Replans what was planned by an older policy version or older time-zone data (G7, G19): appointments that a policy
 * edit had to pass over, and everything after an upgrade of the time-zone data.
 *
 * @param pool acts as tijdig_operator
 * @returns how many appointments were looked at
 * @throws Error when a holder could not be healed, after all others were
 */
export async function healPlans(pool: pg.Pool): Promise<number> {
  let healed = 0
  await eachByItself(outdatedHolders(pool), async (platformHolderId) => {
    for (let found = pageSize; found === pageSize; healed += found) {
      // Healing can take long, so each page reads the clock again.
      const { now } = await readClock(pool)
      found = await inTransaction(pool, { holder: platformHolderId }, (tx) =>
        replanOutdated(tx, platformHolderId, pageSize, now),
      )
    }
  })
  return healed
}

async function* outdatedHolders(pool: pg.Pool): AsyncGenerator<string> {
  for (let after: string | undefined = platformId; after !== undefined;) {
    const last: string = after
    const holders = await inTransaction(pool, { holder: null }, (tx) => listHoldersAfter(tx, tzdbVersion, last))
    for (const { platformHolderId, isOutdated } of holders) if (isOutdated) yield platformHolderId
    after = holders.length === holdersAtOnce ? holders.at(-1)?.platformHolderId : undefined
  }
}
