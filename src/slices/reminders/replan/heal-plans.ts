import type pg from 'pg'
import { platformId } from '#/kernel/ids.ts'
import { readClock } from '#/kernel/time/clock.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { eachByItself } from '#/kernel/flow/each-by-itself.ts'
import { tzdbVersion } from '#/slices/reminders/rows/planning.ts'
import { replanOutdated, type OutdatedDone } from './replan-all.ts'
import { holdersAtOnce, listHoldersAfter, type Outdated } from './replan-store.ts'

const pageSize = 500

/**
 * Replans what was planned by an older policy version or older time-zone data (G7, G19): appointments that a policy
 * edit had to pass over, and everything after an upgrade of the time-zone data.
 *
 * @param pool acts as tijdig_operator
 * @returns how many appointments were replanned; what somebody holds is left to the next time
 * @throws Error when a holder could not be healed, after all others were
 */
export async function healPlans(pool: pg.Pool): Promise<number> {
  let healed = 0
  await eachByItself(outdatedHolders(pool), async (platformHolderId) => {
    let after: Outdated | null = null
    do {
      const { replanned, last } = await healPage(pool, platformHolderId, after)
      healed += replanned
      after = last
    } while (after)
  })
  return healed
}

/** Healing can take long, so each page reads the clock again. */
async function healPage(pool: pg.Pool, platformHolderId: string, after: Outdated | null): Promise<OutdatedDone> {
  const { now } = await readClock(pool)
  return inTransaction(pool, { holder: platformHolderId }, (tx) =>
    replanOutdated(tx, platformHolderId, { limit: pageSize, after }, now),
  )
}

async function* outdatedHolders(pool: pg.Pool): AsyncGenerator<string> {
  for (let after: string | undefined = platformId; after !== undefined;) {
    const last: string = after
    const holders = await inTransaction(pool, { holder: null }, (tx) => listHoldersAfter(tx, tzdbVersion, last))
    for (const { platformHolderId, isOutdated } of holders) if (isOutdated) yield platformHolderId
    after = holders.length === holdersAtOnce ? holders.at(-1)?.platformHolderId : undefined
  }
}
