import type pg from 'pg'
import { readClock } from '#/kernel/time/clock.ts'
import { inTransaction, statement } from '#/kernel/postgres/db.ts'
import { eachByItself } from '#/kernel/postgres/each-by-itself.ts'
import { tzdbVersion } from './planning.ts'
import { replanOutdated } from './replan-all.ts'
import { joinType, typeStampSql } from '#/slices/reminders/policy/type-plan.ts'

const pageSize = 500

/**
 * Plans anew what was planned by an older policy version or by older time-zone data (G7, G19): appointments that a policy
 * edit had to pass over, and everything after an upgrade of the time-zone data.
 *
 * @param pool acts as tijdig_operator
 * @returns how many appointments were looked at
 * @throws Error when a holder could not be healed, after all others were
 */
export async function healPlans(pool: pg.Pool): Promise<number> {
  const holders = await inTransaction(pool, { holder: null }, (tx) => tx.rows(selectOutdatedHolders, [tzdbVersion]))
  let healed = 0
  await eachByItself(holders, async ({ platformHolderId }) => {
    for (let found = pageSize; found === pageSize; healed += found) {
      // Healing may take long: each page is planned by the time it then is.
      const { now } = await readClock(pool)
      found = await inTransaction(pool, { holder: platformHolderId }, (tx) =>
        replanOutdated(tx, platformHolderId, pageSize, now),
      )
    }
  })
  return healed
}

// Looks at every appointment ahead, and nobody waits for it.
const selectOutdatedHolders = {
  ...statement<{ platformHolderId: string }>(
    'select_outdated_holders',
    `select p.platform_holder_id from reminder_policy p
   where exists (select 1 from appointment a ${joinType('a', 'a.appointment_type_id')} where a.platform_holder_id = p.platform_holder_id and a.starts_at > tijdig_now()
                   and a.status = 'registered' and a.plan_stamp <> p.version || ' ' || $1 || ${typeStampSql})
   order by 1`,
  ),
  timeoutMs: 120_000,
}
