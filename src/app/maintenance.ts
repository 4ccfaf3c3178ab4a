import type pg from 'pg'
import { readClock } from '#/kernel/clock.ts'
import { inTransaction, runOnce, statement } from '#/kernel/db.ts'
import { platformId } from '#/kernel/ids.ts'
import type { Log } from '#/kernel/log.ts'
import { eraseAgain } from '#/slices/deletion-requests/deletion-requests.ts'
import { forgetSignIns } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { settleExpiredRequests } from '#/slices/recipient-requests/recipient-requests.ts'
import { planPaymentChecks } from '#/slices/billing/billing.ts'
import { countReportDays, expireHeldForNewTime, healPlans } from '#/slices/reminders/reminders.ts'
import { settleExpiredSuggestions } from '#/slices/suggestions/suggestions.ts'
import { refreshStatistics } from './refresh-statistics.ts'
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
  return async () => {
    await inTransaction(pool, { holder: null, commitWithoutWaiting: true }, async (tx) => {
      for (const erase of retention) await tx.rows(erase)
    })
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
    if (performance.now() - lastHourlyMs < hourMs) return
    lastHourlyMs = performance.now()
    const again = await eraseAgain({ operator: pool, login }, erasureJournal)
    if (again > 0) log.warn({ people: again }, 'erased again after an older backup was restored')
    await healPlans(pool)
    for (const check of await checkRows(pool))
      if (check.status === 'fail') log.error({ check: check.name }, check.finding)
  }
}

/** Terms by the product's clock; audit rows have a term of their own and are not touched here. */
const retention = [
  statement(
    'erase_messages',
    `update reminder_attempt set body = null, destination = null
     where (platform_holder_id, reminder_id, attempt_no) in (
       select platform_holder_id, reminder_id, attempt_no from reminder_attempt
       where body is not null and handed_over_at < tijdig_now() - interval '30 days' order by handed_over_at limit 1000)`,
  ),
  statement(
    'erase_inbound',
    `update inbound_sms set body = null, sender = null, recipient = null
     where id in (select id from inbound_sms where body is not null and received_at < tijdig_now() - interval '30 days' limit 1000)`,
  ),
  statement(
    'forget_client_requests',
    `delete from client_request where (platform_holder_id, actor_id, operation_id, client_request_id) in (
       select platform_holder_id, actor_id, operation_id, client_request_id from client_request
       where platform_holder_id <> '${platformId}' and created_at < tijdig_now() - interval '24 hours' order by created_at limit 1000)`,
  ),
  statement(
    'forget_client_requests_of_recipients',
    `delete from client_request where (platform_holder_id, actor_id, operation_id, client_request_id) in (
       select platform_holder_id, actor_id, operation_id, client_request_id from client_request
       where platform_holder_id = '${platformId}' and created_at < tijdig_now() - interval '90 days' order by created_at limit 1000)`,
  ),
  statement(
    'forget_sign_in_codes',
    `delete from staff_sign_in_code where created_at < tijdig_now() - interval '2 days'`,
  ),
  statement(
    'forget_calendar_events',
    `delete from calendar_event where (platform_holder_id, integration_id, calendar_id, event_key) in (
       select platform_holder_id, integration_id, calendar_id, event_key from calendar_event
       where starts_at < tijdig_now() - interval '30 days' order by starts_at limit 1000)`,
  ),
  statement(
    'forget_integration_authorizations',
    `delete from integration_authorization where created_at < tijdig_now() - interval '1 day'`,
  ),
  statement(
    'forget_integration_revocations',
    `delete from integration_revocation where created_at < tijdig_now() - interval '30 days'`,
  ),
  statement('forget_rate_windows', `delete from rate_window where window_start < now() - interval '10 minutes'`),
  statement('forget_sessions', `delete from staff_session where expires_at < now() - interval '30 days'`),
]

const forgetWorkers = statement(
  'forget_workers',
  `delete from worker_heartbeat where seen_at < now() - interval '1 day'`,
)
