import type pg from 'pg'
import { readClock } from '#/kernel/clock.ts'
import { inTransaction, runOnce, statement } from '#/kernel/db.ts'
import type { Log } from '#/kernel/log.ts'
import { eraseAgain } from '#/slices/deletion-requests/deletion-requests.ts'
import { forgetSignIns } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { settleExpiredRequests } from '#/slices/recipient-requests/recipient-requests.ts'
import { planPaymentChecks } from '#/slices/billing/billing.ts'
import { countReportDays, expireHeldForNewTime, healPlans } from '#/slices/reminders/reminders.ts'
import { settleExpiredSuggestions } from '#/slices/suggestions/suggestions.ts'
import { refreshStatistics } from './refresh-statistics.ts'
import { eraseLongTerm, eraseShortTerm } from './retention.ts'
import { checkRows } from './operator/check-reminders.ts'

const hourMs = 3_600_000

/** Days counted for the reports each time: few, because reminders wait meanwhile. */
const daysAtOnce = 4

export type MaintenanceOptions = {
  /** Acts as tijdig_operator. */
  readonly pool: pg.Pool
  /** The datastore of the recipients' sign-in, as tijdig_login. */
  readonly login: pg.Pool
  /** Of the owner, who alone may refresh statistics. */
  readonly databaseUrl: string
  readonly erasureJournal: string
  readonly log: Log
}

/**
 * Work that is never urgent and always safe to repeat: what may no longer be kept is erased a page at a time (G25), and
 * what expired is written down as that; at
 * start and every hour plans by an older policy or older time-zone data are made anew, and the books are checked: the
 * sum of states must be the number of rows, each with a named end (G22).
 */
export function createMaintenance({
  pool,
  login,
  databaseUrl,
  erasureJournal,
  log,
}: MaintenanceOptions): () => Promise<void> {
  let lastHourlyMs = -hourMs
  let isMoreToErase = false
  return async () => {
    await eraseShortTerm(pool)
    await inTransaction(pool, { holder: null }, async (tx) => {
      await settleExpiredRequests(tx)
      await settleExpiredSuggestions(tx)
      await expireHeldForNewTime(tx)
    })
    await forgetSignIns(login, (await readClock(pool)).now)
    await runOnce(pool, forgetWorkers)
    await refreshStatistics(databaseUrl)
    await countReportDays(pool, daysAtOnce)
    await planPaymentChecks(pool)
    const isHourly = performance.now() - lastHourlyMs >= hourMs
    if (isHourly) {
      lastHourlyMs = performance.now()
      const again = await eraseAgain({ operator: pool, login }, erasureJournal)
      if (again > 0) log.warn({ people: again }, 'erased again after an older backup was restored')
      await healPlans(pool)
      for (const check of await checkRows(pool))
        if (check.status === 'fail') log.error({ check: check.name }, check.finding)
    }
    if (isHourly || isMoreToErase) isMoreToErase = await eraseLongTerm(pool)
  }
}

const forgetWorkers = statement(
  'forget_workers',
  `delete from worker_heartbeat where seen_at < now() - interval '1 day'`,
)
