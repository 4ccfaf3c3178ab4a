import type pg from 'pg'
import { platformId } from '#/kernel/ids.ts'
import { readClock } from '#/kernel/time/clock.ts'
import { inTransaction, statement } from '#/kernel/postgres/db.ts'
import { eachByItself } from '#/kernel/postgres/each-by-itself.ts'
import { tzdbVersion } from './planning.ts'
import { replanOutdated } from './replan-all.ts'
import { joinType, typeStampSql } from '#/slices/reminders/policy/type-plan.ts'

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

/** Holders that are looked at together. */
const holdersAtOnce = 200

async function* outdatedHolders(pool: pg.Pool): AsyncGenerator<string> {
  for (let after: string | undefined = platformId; after !== undefined;) {
    const holders: Holder[] = await inTransaction(pool, { holder: null }, (tx) =>
      tx.rows(selectOutdatedHolders, [tzdbVersion, after]),
    )
    for (const { platformHolderId, isOutdated } of holders) if (isOutdated) yield platformHolderId
    after = holders.length === holdersAtOnce ? holders.at(-1)?.platformHolderId : undefined
  }
}

type Holder = { readonly platformHolderId: string; readonly isOutdated: boolean }

// Reads every upcoming appointment of these holders; nobody waits for it.
const selectOutdatedHolders = {
  ...statement<Holder>(
    'select_outdated_holders',
    `select p.platform_holder_id,
     exists (select 1 from appointment a ${joinType('a', 'a.appointment_type_id')} where a.platform_holder_id = p.platform_holder_id and a.starts_at > tijdig_now()
               and a.status = 'registered' and a.plan_stamp <> p.version || ' ' || $1 || ${typeStampSql}) as is_outdated
   from (select platform_holder_id, version from reminder_policy where platform_holder_id > $2 order by platform_holder_id limit ${holdersAtOnce}) p
   order by 1`,
  ),
  timeoutMs: 120_000,
}
