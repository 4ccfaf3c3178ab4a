import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import { newId } from '#/kernel/ids.ts'
import { readClock } from '#/kernel/time/clock.ts'
import { endPool } from '#/kernel/postgres/connecting/connections.ts'
import { inTransaction, openPool, runOnce } from '#/kernel/postgres/db.ts'
import type { Log } from '#/kernel/log.ts'
import { tellOfEndingKeys } from '#/slices/access/access.ts'
import { eraseAgain } from '#/slices/deletion-requests/deletion-requests.ts'
import { eraseOldSignIns } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { settleExpiredRequests } from '#/slices/recipient-requests/recipient-requests.ts'
import { planPaymentChecks } from '#/slices/billing/billing.ts'
import { expireHeld, foldDueCounts, forgetWorkers, healPlans } from '#/slices/reminders/reminders.ts'
import { tellOfOpenReplies } from '#/slices/replies/replies.ts'
import { settleExpiredSuggestions } from '#/slices/suggestions/suggestions.ts'
import { resealWebhookSecrets } from '#/slices/webhooks/webhooks.ts'
import { settleInterrupted } from '#/slices/agents/agents.ts'
import { agentCatalogue } from '#/surfaces/agents/catalogue.ts'
import { countRows, type Metrics } from '#/app/server/health/metrics.ts'
import { operations } from '#/app/operations.ts'
import { privacy } from '#/app/privacy.ts'
import { checkRows } from '#/app/operator/doctor/check-reminders.ts'
import { keepAuditMonths } from '#/kernel/postgres/privacy-store.ts'
import type { Standby } from '#/kernel/postgres/connecting/standby.ts'
import { indexTrail } from '#/kernel/postgres/trail-indexes.ts'
import { refreshStatistics } from '#/kernel/postgres/statistics.ts'
import { longTermErasures, shortTermErasures } from './retention.ts'
import { startLeasedRounds } from './leased-rounds.ts'
import { createRounds, type Step } from './rounds.ts'
import { noting } from './works-store.ts'
import { countReportDays } from '#/slices/report/count-report-days.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const pauseMs = 10_000

/** Days counted for the reports at a time. */
const daysAtOnce = 100

export type MaintenanceOptions = {
  /** Acts as tijdig_operator. */
  readonly pool: pg.Pool
  /** Acts as tijdig_operator. */
  readonly standby?: Standby | null
  /** The datastore of the recipients' sign-in, as tijdig_login. */
  readonly login: pg.Pool
  /** For connecting as the owner, who alone may refresh statistics. */
  readonly databaseUrl: string
  readonly erasureJournal: string
  readonly services: Pick<Services, 'secretsAtRest' | 'staffScopes'>
  readonly metrics: Metrics
  readonly log: Log
}

/** Given up when the process ends; when it was killed, another one takes over after this long. */
const leaseMs = 60_000
/** Several tries in each lease. */
const renewMs = leaseMs / 4

/**
 * Does maintenance in the background, in rounds that never overlap, on its own connections, in one process at a time.
 */
export function startMaintenance(options: Omit<MaintenanceOptions, 'pool'>): { stop(): Promise<void> } {
  const { databaseUrl, log } = options
  const pool = openPool({
    databaseUrl,
    role: 'tijdig_operator',
    size: 2,
    statementTimeoutMs: 10_000,
    onIdleError: (error) => log.warn({ err: error }, 'database connection lost'),
  })
  const rounds = startLeasedRounds({
    pool,
    lease: { name: 'maintenance', ownerId: newId(), forMs: leaseMs },
    renewMs,
    pauseMs,
    round: createMaintenance({ ...options, pool }),
    // The process that does maintenance counts: this one must not report old counts beside it.
    onLeasedElsewhere: () => options.metrics.rows.reset(),
    log,
  })
  return {
    async stop() {
      const ended = rounds.stop()
      await Promise.race([ended, sleep(patienceMs)])
      // A step that still does not end is left: by then its lease is over, and another process may do it.
      await Promise.race([Promise.all([ended, endPool(pool, 1_000)]), sleep(leaseMs, undefined, { ref: false })])
    },
  }
}

/** Statements under way when the process ends are cut off after this. */
const patienceMs = 1_000

/**
 * A round of work that is never urgent and always safe to repeat: what expired is marked so, and what may no longer be
 * kept is erased a page at a time (G25); at start and every hour plans made by an older policy or older time-zone data
 * are made anew, and the books are checked: each row has a named end and none is forgotten (G22).
 *
 * @returns a function that does a round, and tells whether there is more to do at once
 */
export function createMaintenance(options: MaintenanceOptions): (stopping?: AbortSignal) => Promise<boolean> {
  const round = createRounds(noting(options.pool, stepsOf(options)), options.log)
  return (stopping = new AbortController().signal) => round(stopping)
}

function stepsOf({
  pool,
  login,
  standby = null,
  databaseUrl,
  erasureJournal,
  services,
  metrics,
  log,
}: MaintenanceOptions): Step[] {
  const always = (what: string, perform: Step['perform']): Step => ({ what, restMs: 0, perform })
  const hourly = (what: string, perform: Step['perform']): Step => ({ what, restMs: hourMs, perform })
  const everyHolder = { holder: null }
  const actions = agentCatalogue(operations)
  return [
    always('expired requests', () => inTransaction(pool, everyHolder, settleExpiredRequests)),
    always('expired suggestions', () => inTransaction(pool, everyHolder, settleExpiredSuggestions)),
    always('held rows', () => inTransaction(pool, everyHolder, expireHeld)),
    always('interrupted proposals', () => settleInterrupted(pool, actions)),
    always('keys about to end', () => tellOfEndingKeys(pool, services)),
    always('mails about replies', () => tellOfOpenReplies(pool)),
    always('payment checks', () => planPaymentChecks(pool)),
    // Erasing comes before everything that only counts.
    hourly('erasures of the journal', async () => {
      const again = await eraseAgain({ operator: pool, login }, privacy, erasureJournal)
      if (again > 0) log.warn({ people: again }, 'erased again after an older backup was restored')
    }),
    ...shortTermErasures.map(({ name, perform }) => always(name, () => perform(pool))),
    always('sign-ins', async () => eraseOldSignIns({ login, operator: pool }, (await readClock(pool)).now)),
    ...longTermErasures.map(({ name, perform }) => hourly(name, () => perform(pool))),
    hourly('months of the trail', () => runOnce(pool, keepAuditMonths)),
    hourly('indexes of the trail', (stopping) => indexTrail(databaseUrl, stopping)),
    always('heartbeats of workers', () => forgetWorkers(pool)),
    hourly('counts of due reminders', () => foldDueCounts(pool)),
    hourly('outdated plans', () => healPlans(pool)),
    hourly('secrets of webhooks', async () => {
      const endpoints = await resealWebhookSecrets(pool, services.secretsAtRest, log)
      if (endpoints > 0) log.info({ endpoints }, 'secrets of webhooks are under the first key now')
    }),
    always('statistics', (stopping) => refreshStatistics(databaseUrl, stopping)),
    always('days of reports', async () => (await countReportDays(pool, daysAtOnce)) === daysAtOnce),
    hourly('checks', async () => {
      for (const { status, name, finding } of await checkRows(pool)) {
        if (status === 'fail') log.error({ check: name }, finding)
        if (status === 'warn') log.warn({ check: name }, finding)
      }
    }),
    { what: 'rows for the metrics', restMs: 10 * minuteMs, perform: () => countRows(metrics, pool, standby) },
  ]
}
