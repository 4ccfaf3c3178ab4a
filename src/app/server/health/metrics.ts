import { createServer, type Server } from 'node:http'
import type pg from 'pg'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { inTransaction, runOnce, type Tx } from '#/kernel/postgres/db.ts'
import {
  checkWritable,
  databaseFaultOf,
  databaseFaults,
  type DatabaseFault,
} from '#/kernel/postgres/connecting/writable.ts'
import type { Standby } from '#/kernel/postgres/connecting/standby.ts'
import { errorCodes, type ErrorCode } from '#/kernel/errors.ts'
import type { Log } from '#/kernel/log.ts'
import { smsVendorNames } from '#/app/settings/sms-vendors.ts'
import type { CalendarReader } from '#/ports/calendar.ts'
import type { Synchronised } from '#/slices/calendar-sync/calendar-sync.ts'
import { tzdbVersion } from '#/slices/reminders/reminders.ts'
import {
  countWithoutReceipt,
  receiptAges,
  type WithoutReceipt,
} from '#/slices/reminders/reading/without-receipt-store.ts'
import { dueResults, readDueCounts } from '#/slices/reminders/rows/due-count-store.ts'
import type { WebhookResult } from '#/slices/webhooks/webhooks.ts'
import type { Disk } from './disks.ts'
import { countRowsByState, selectOverview } from './metrics-store.ts'
import { forgetSurroundings, readSurroundings, registerSurroundings } from './surroundings.ts'

/** Everything that is measured, in Prometheus terms (G26). Labels are closed sets: never ids or personal data. */
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const metrics = registerAll()
  // A counter that begins with its first event hides that one from every rate and increase.
  for (const provider of [...smsVendorNames, 'smtp']) metrics.accountRefusals.inc({ provider, code: 'none' }, 0)
  for (const code of Object.keys(errorCodes) as ErrorCode[])
    for (const caller of ['known', 'unknown']) metrics.refusals.inc({ code, caller }, 0)
  for (const result of Object.keys(webhookResults)) metrics.webhookDeliveries.inc({ result }, 0)
  for (const provider of Object.keys(calendarProviders)) {
    metrics.calendarEvents.inc({ provider }, 0)
    for (const outcome of Object.keys(calendarOutcomes)) metrics.calendarSyncs.inc({ provider, outcome }, 0)
  }
  return metrics
}

const webhookResults = { delivered: true, retried: true, failed: true } satisfies Record<WebhookResult, true>
const calendarProviders = {
  google_calendar: true,
  microsoft_365: true,
  caldav: true,
} satisfies Record<CalendarReader['name'], true>
const calendarOutcomes = {
  succeeded: true,
  lost: true,
  not_connected: true,
  calendar_refused: true,
  stopped: true,
  paused: true,
  consent_revoked: true,
  token_expired: true,
  permission_missing: true,
  unavailable: true,
} satisfies Record<Synchronised['outcome'], true>

function registerAll() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  new Gauge({
    name: 'tijdig_tzdb_info',
    help: 'Time-zone data this process plans by',
    labelNames: ['version'],
    registers,
  }).set({ version: tzdbVersion }, 1)
  return {
    registry,
    surroundings: registerSurroundings(registry),
    requestSeconds: new Histogram({
      name: 'tijdig_http_request_seconds',
      help: 'Time to answer, by operation',
      labelNames: ['operation', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers,
    }),
    refusals: new Counter({
      name: 'tijdig_http_refusals_total',
      help: 'Requests refused, by code of the error and whether they came with a good credential',
      labelNames: ['code', 'caller'],
      registers,
    }),
    requestLogDropped: new Counter({
      name: 'tijdig_request_log_dropped_total',
      help: 'Calls with API keys that are missing in the request log, because too many waited or the database took none',
      registers,
    }),
    handOverLagSeconds: new Histogram({
      name: 'tijdig_hand_over_lag_seconds',
      help: 'From due to accepted by the provider',
      labelNames: ['channel'],
      buckets: [0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3600],
      registers,
    }),
    due: new Counter({
      name: 'tijdig_reminders_due_total',
      help: 'Reminders that were due, by whether they were handed over within 60 seconds; missed: expired or failed for reasons of ours. Of all workers, so that every process tells the same',
      labelNames: ['result'],
      registers,
    }),
    claimed: new Counter({ name: 'tijdig_reminders_claimed_total', help: 'Rows claimed by this worker', registers }),
    databaseUp: new Gauge({
      name: 'tijdig_database_up',
      help: '1 when something could be stored in the database at this scrape, else 0; tijdig_database_fault says why. While it does not answer, what is read from it is absent',
      registers,
    }),
    databaseFault: new Gauge({
      name: 'tijdig_database_fault',
      help: '1 for the reason why nothing can be stored in the database',
      labelNames: ['reason'],
      registers,
    }),
    oldestDueSeconds: new Gauge({
      name: 'tijdig_oldest_due_seconds',
      help: 'Wait of the oldest row that can be claimed; 0 when none is due',
      registers,
    }),
    rows: new Gauge({
      name: 'tijdig_reminder_rows',
      help: 'Rows by state and reason, of the last 7 days and the future, of more than 20,000 rows estimated from so many; counted every ten minutes by the worker that does maintenance, which alone tells it',
      labelNames: ['state', 'reason'],
      registers,
    }),
    receiptLagSeconds: new Gauge({
      name: 'tijdig_receipt_lag_seconds',
      help: 'Median from hand-over to receipt, of the last thousand receipts of the last hour; absent when none came',
      registers,
    }),
    withoutReceipt: new Gauge({
      name: 'tijdig_messages_without_receipt',
      help: 'Text messages that a provider took at least so long ago and of which it has said nothing since, of the 2,000 oldest that wait',
      labelNames: ['provider', 'age'],
      registers,
    }),
    breakerHolders: new Gauge({
      name: 'tijdig_breaker_holders',
      help: 'Holders with rows held for volume review',
      registers,
    }),
    accountRefusals: new Counter({
      name: 'tijdig_provider_account_refusals_total',
      help: 'Messages a provider refused because of our account (credentials, balance, suspension)',
      labelNames: ['provider', 'code'],
      registers,
    }),
    calendarSyncs: new Counter({
      name: 'tijdig_calendar_syncs_total',
      help: 'Calendars read by this worker, by how it went',
      labelNames: ['provider', 'outcome'],
      registers,
    }),
    calendarEvents: new Counter({
      name: 'tijdig_calendar_events_total',
      help: 'Events that calendars gave this worker',
      labelNames: ['provider'],
      registers,
    }),
    webhookDeliveries: new Counter({
      name: 'tijdig_webhook_deliveries_total',
      help: 'Calls of endpoints of organizations by this worker; retried and failed: it did not answer 2xx, for the last time where it failed',
      labelNames: ['result'],
      registers,
    }),
    webhookFirstAttemptSeconds: new Histogram({
      name: 'tijdig_webhook_first_attempt_seconds',
      help: 'From an event, or from sending it again, to the first call of an endpoint about it',
      buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300],
      registers,
    }),
    eventsUnnumbered: new Gauge({
      name: 'tijdig_events_unnumbered',
      help: 'Events that no worker has numbered and queued yet, counted up to 10,000',
      registers,
    }),
    unmatchedReceipts: new Gauge({
      name: 'tijdig_unmatched_receipts',
      help: 'Receipts that fit no attempt yet',
      registers,
    }),
  }
}

/**
 * Serves /metrics on the admin port, and /healthz, by which one tells that a worker runs.
 *
 * @param pool acts as tijdig_operator, read when scraped
 * @param disks whose room it tells
 */
export function serveMetrics(
  metrics: Metrics,
  pool: pg.Pool,
  disks: readonly Disk[],
  listen: { host: string; port: number },
  log: Log,
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/healthz') {
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      response.end('{"status":"ok"}')
      return
    }
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    readOverview(metrics, pool, disks, log)
      .then(() => metrics.registry.metrics())
      .then(
        (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
        (error: unknown) => {
          log.error({ err: error }, 'metrics failed')
          response.writeHead(500).end()
        },
      )
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(listen.port, listen.host, () => resolve(server))
  })
}

/** Ends its server. It is the last to go: nobody waits for a scrape, or for half a request. */
export async function endMetrics(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}

async function readOverview(metrics: Metrics, pool: pg.Pool, disks: readonly Disk[], log: Log): Promise<void> {
  const gauges = {
    oldestDueSeconds: metrics.oldestDueSeconds,
    receiptLagSeconds: metrics.receiptLagSeconds,
    breakerHolders: metrics.breakerHolders,
    unmatchedReceipts: metrics.unmatchedReceipts,
    eventsUnnumbered: metrics.eventsUnnumbered,
  }
  const tellWaiting = (waiting: WithoutReceipt) => {
    for (const age of receiptAges) metrics.withoutReceipt.set({ provider: waiting.provider, age }, waiting[age])
  }
  try {
    const [overview] = await runOnce(pool, selectOverview)
    if (!overview) throw new Error('The overview gave no row')
    for (const [name, gauge] of Object.entries(gauges)) {
      const value = overview[name as keyof typeof gauges]
      if (value === null) gauge.remove()
      else gauge.set(value)
    }
    const due = await readDueCounts(pool)
    metrics.due.reset()
    for (const result of dueResults) metrics.due.inc({ result }, due[result])
    await readSurroundings(metrics.surroundings, pool, disks)
    metrics.withoutReceipt.reset()
    for (const provider of smsVendorNames) tellWaiting({ provider, '5m': 0, '1h': 0, '24h': 0 })
    for (const waiting of await runOnce(pool, countWithoutReceipt)) tellWaiting(waiting)
  } catch (error) {
    log.warn({ err: error }, 'metrics could not read the database')
    // Values of an earlier scrape say nothing now.
    for (const gauge of Object.values(gauges)) gauge.remove()
    metrics.withoutReceipt.reset()
    metrics.due.reset()
    forgetSurroundings(metrics.surroundings)
    return tellFault(metrics, databaseFaultOf(error))
  }
  try {
    await checkWritable(pool)
    tellFault(metrics, null)
  } catch (error) {
    log.warn({ err: error }, 'nothing can be stored in the database')
    tellFault(metrics, databaseFaultOf(error))
  }
}

function tellFault(metrics: Metrics, fault: DatabaseFault | null): void {
  metrics.databaseUp.set(fault === null ? 1 : 0)
  for (const reason of databaseFaults) metrics.databaseFault.set({ reason }, reason === fault ? 1 : 0)
}

/** Counts the rows by state, in maintenance because it is slow. Pool and standby act as tijdig_operator. */
export async function countRows(metrics: Metrics, pool: pg.Pool, standby: Standby | null): Promise<void> {
  const count = (tx: Tx) => tx.rows(countRowsByState)
  const onPrimary = () => inTransaction(pool, { holder: null }, count)
  const rows = await (standby ? standby.read({ holder: null }, count, onPrimary) : onPrimary())
  metrics.rows.reset()
  for (const row of rows) metrics.rows.set({ state: row.state, reason: row.reasonCode ?? 'none' }, row.count)
}
