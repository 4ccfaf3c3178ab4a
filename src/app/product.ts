import type { AddressInfo, Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { stopAll } from '#/kernel/flow/stop-all.ts'
import { readClock } from '#/kernel/time/clock.ts'
import { endPool } from '#/kernel/postgres/connecting/connections.ts'
import { openPool, type DatabaseRole, type Pooler, type PoolOptions } from '#/kernel/postgres/db.ts'
import { askPooler } from '#/kernel/postgres/connecting/pooler.ts'
import { Standby } from '#/kernel/postgres/connecting/standby.ts'
import type { Log } from '#/kernel/log.ts'
import { oldestServerVersion, readServerVersion } from '#/kernel/postgres/connecting/server-version.ts'
import { bindDatastore, type Datastore } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { startCalendarWorker } from '#/slices/calendar-sync/calendar-sync.ts'
import { startWorker, type Worker } from '#/slices/reminders/reminders.ts'
import { startBatchWorker } from '#/slices/batches/batches.ts'
import { startWebhookWorker } from '#/slices/webhooks/webhooks.ts'
import { CallWriter } from '#/slices/request-log/request-log.ts'
import { ConfigurationError } from '#/app/settings/read-settings.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { describeDemo, servesDemo } from '#/app/demo/demo.ts'
import type { DemoOptions } from '#/app/demo/demo-routes.ts'
import { findLoginSchemaFault, findSchemaFault, watchSchemas } from '#/app/server/health/schema-check.ts'
import type { ServerOptions } from '#/app/server/http-server.ts'
import { privacy } from './privacy.ts'
import { startMaintenance } from '#/app/background/maintenance.ts'
import { createMetrics, endMetrics, serveMetrics } from '#/app/server/health/metrics.ts'
import { checkInstallation, type Installation } from '#/app/starting/installation.ts'
import { endAfterFailure, endAll, type Ends } from '#/app/starting/ends.ts'
import { disksOf } from '#/app/server/health/disks.ts'
import { operations } from './operations.ts'
import { warmUp } from '#/app/server/warm-up.ts'
import { noticesUnlistedProxies } from '#/app/server/unlisted-proxy.ts'
import { onceDatabaseAnswers } from '#/app/starting/patient-start.ts'
import { createTestClock } from '#/app/clock/test-clock.ts'
import { createOutlets } from '#/slices/test-inbox/test-inbox.ts'
import { createProviders, createServices, sandboxUrls, startTwins } from './wiring.ts'
import { tellAccountRefusals } from '#/app/server/health/account-refusals.ts'

/** Parts of the product that can run in one process or each in their own. */
export const roles = ['api', 'login', 'worker', 'sandbox'] as const
export type Role = (typeof roles)[number]

export type ProductOptions = {
  readonly settings: Settings
  /** Names the server itself, never a pooler in transaction mode. */
  readonly databaseUrl: string
  readonly secret: string
  readonly roles: readonly Role[]
  readonly log: Log
}

export type Product = {
  /** Where each server listens: on the port of the settings or, when that is 0, on the one the system chose. */
  readonly ports: Readonly<Partial<Record<'api' | 'login' | 'admin', number>>>
  /** Resolves, with a sentence, once a newer version took away from a schema what this code uses: then it has to end. */
  readonly outdated: Promise<string>
  /**
   * Ends in order: `/readyz` says no, after `stopGraceSeconds` no new work, what is in hand finished, connections closed.
   */
  stop(): Promise<void>
}

/**
 * Starts the chosen roles on a migrated database.
 *
 * @throws ConfigurationError when the database is not in a state to be served
 */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { settings, log } = options
  const stops: Ends = []
  const ports: Partial<Record<'api' | 'login' | 'admin', number>> = {}
  const life = { isLeaving: false }
  const stop = async () => {
    const isServing = !life.isLeaving && (ports.api ?? ports.login) !== undefined
    life.isLeaving = true
    // Whoever spreads requests learns first that no more may come; until then they are answered like any other.
    if (isServing) await sleep(settings.stopGraceSeconds * 1_000)
    await endAll(stops)
  }
  try {
    const { endpoint, share } = settings.traces
    if (endpoint !== null) {
      const { startTraces } = await import('#/app/server/otlp-traces.ts')
      const traces = startTraces(endpoint, share, log)
      stops.push(['the traces', () => traces.stop()])
    }
    const services = createServices(settings, options.secret, operations)
    const pooledUrl = settings.databaseDirectUrl && settings.databaseUrl
    const main = pooledUrl
      ? { databaseUrl: pooledUrl, pooler: await onceDatabaseAnswers(settings, log, () => checkedPooler(pooledUrl)) }
      : { databaseUrl: options.databaseUrl }
    const login = settings.loginDatabaseUrl ? { databaseUrl: settings.loginDatabaseUrl } : main
    const pool = (role: DatabaseRole, size: number, place: Pick<PoolOptions, 'databaseUrl' | 'pooler'> = main) => {
      const opened = openPool({
        ...place,
        role,
        size,
        isKeyedOnly: role === 'tijdig_worker',
        onIdleError: (error) => log.warn({ err: error, role }, 'database connection lost'),
      })
      stops.push([`the pool of ${role}`, () => endPool(opened)])
      return opened
    }
    const standby = (role: DatabaseRole) => {
      if (settings.databaseStandbyUrl === null) return null
      const opened = new Standby({ databaseUrl: settings.databaseStandbyUrl, role, size: 3, log })
      stops.push([`the pool of ${role} on the standby`, () => opened.end()])
      return opened
    }
    const operatorPool = pool('tijdig_operator', 3)
    const own = { environment: settings.environment, secret: options.secret }
    await onceDatabaseAnswers(settings, log, () => checkDatabase(operatorPool, own))
    const datastore: Datastore = {
      pool: pool('tijdig_login', settings.databaseConnections, login),
      main: pool('tijdig_login', settings.databaseConnections),
      environment: settings.environment,
    }
    await onceDatabaseAnswers(settings, log, () => checkDatastore(datastore))
    const schemas = watchSchemas({ pool: operatorPool, login: datastore.pool, log })
    stops.push(['the look at the schemas', () => schemas.stop()])
    const metrics = createMetrics()
    const admin = await serveMetrics(
      metrics,
      operatorPool,
      // Workers alone write the journal.
      disksOf(settings).filter(({ of }) => of !== 'journal' || options.roles.includes('worker')),
      { host: settings.adminHost, port: settings.ports.admin },
      log,
    )
    stops.push(['the server of the metrics', () => endMetrics(admin)])
    ports.admin = portOf(admin)
    if (options.roles.includes('sandbox') && settings.environment !== 'production') {
      const sandbox = await startTwins(settings, {
        clock: createTestClock(operatorPool),
        demo: () => describeDemo(operatorPool, settings),
        log,
      })
      stops.push(['the sandbox', () => sandbox.stop()])
    }
    const providers = createProviders(settings, services, tellAccountRefusals(log, metrics))
    stops.push(['the mail transport', () => providers.email.close()])
    if (options.roles.includes('worker')) {
      const workerPool = pool('tijdig_worker', settings.databaseConnections)
      // Of their own, so that nothing that organizations are told takes a connection from their reminders.
      const webhookPool = pool('tijdig_worker', webhookConnections)
      const login = datastore.pool
      const parts = { pool: workerPool, webhookPool, operatorPool, standby: standby('tijdig_operator'), login }
      stops.push(['the worker', await startWork({ ...options, ...parts, services, providers, metrics })])
    }
    const onAnswer = ({ operation, status, seconds }: { operation: string; status: number; seconds: number }) =>
      metrics.requestSeconds.observe({ operation, status }, seconds)
    const onRefusal: ServerOptions['onRefusal'] = (refusal) => metrics.refusals.inc(refusal)
    const onUnlistedProxy = noticesUnlistedProxies(operatorPool, log)
    if (options.roles.includes('login')) {
      const { createLoginServer } = await import('#/app/server/login-server.ts')
      const app = await createLoginServer({
        datastore,
        services,
        log,
        signIn: settings.signIn,
        anonymousPerMinute: settings.limits.anonymous,
        trustedProxies: settings.trustedProxies,
        onUnlistedProxy,
        baseUrl: settings.loginUrl,
        onAnswer,
        onRefusal,
        life,
      })
      await app.listen({ port: settings.ports.login, host: settings.host })
      stops.push(['the login server', () => app.close()])
      ports.login = portOf(app.server)
    }
    if (options.roles.includes('api')) {
      const { createHttp } = await import('#/app/server/http.ts')
      if (settings.environment !== 'test') await warmUp()
      const api = pool('tijdig_api', settings.databaseConnections)
      const onDropped = (calls: number) => metrics.requestLogDropped.inc(calls)
      const keyCalls = new CallWriter({ pool: operatorPool, log, onDropped })
      stops.push(['the request log', () => keyCalls.stop()])
      const app = await createHttp({
        pool: api,
        standby: standby('tijdig_api'),
        datastore,
        signIn: settings.signIn,
        services,
        log,
        limits: settings.limits,
        trustedProxies: settings.trustedProxies,
        onUnlistedProxy,
        loginUrl: settings.loginUrl,
        ...providers,
        serveDemo: await demoOf(options, { operator: operatorPool, api, login: datastore.pool, services }),
        onAnswer,
        onRefusal,
        life,
        keyCalls,
        keptWeb: settings.keptWeb,
      })
      await app.listen({ port: settings.ports.api, host: settings.host })
      stops.push(['the API', () => app.close()])
      ports.api = portOf(app.server)
    }
    const outdated = schemas.outdated.then((fault) => `The schema of the database ${fault}.`)
    return { ports, outdated, stop }
  } catch (error) {
    await endAfterFailure(stops, log)
    throw error
  }
}

function portOf(server: Server): number {
  // Safe: it listens, and not on a Unix socket.
  return (server.address() as AddressInfo).port
}

/** Loaded only where it runs. */
async function demoOf(
  { settings, databaseUrl, log }: ProductOptions,
  parts: Pick<DemoOptions, 'operator' | 'api' | 'login' | 'services'>,
): Promise<((app: FastifyInstance) => Promise<void>) | null> {
  if (!servesDemo(settings)) return null
  const { serveDemo } = await import('#/app/demo/demo-routes.ts')
  return (app) => serveDemo(app, { settings, databaseUrl, log, ...parts })
}

/** A pooler that signs in as somebody else than asked would let every statement act as the owner. */
async function checkedPooler(databaseUrl: string): Promise<Pooler> {
  const { keepsLogins, ...pooler } = await askPooler(databaseUrl)
  if (keepsLogins) return pooler
  throw new ConfigurationError([
    'DATABASE_URL names a pooler that signs in to the server with a user of its own choice: take `user` out of its `[databases]`, and let the logins of the processes in ("Logins" in docs/running/secure.md).',
  ])
}

async function checkDatabase(pool: pg.Pool, own: Installation): Promise<void> {
  const { version, isTooOld } = await readServerVersion(async (sql) => (await pool.query(sql)).rows)
  if (isTooOld)
    throw new ConfigurationError([`DATABASE_URL names PostgreSQL ${version}: use ${oldestServerVersion} or newer.`])
  const fault = await findSchemaFault(pool)
  if (fault !== null) throw new ConfigurationError([`DATABASE_URL names a database whose schema ${fault}.`])
  await checkInstallation(async (sql) => (await pool.query(sql)).rows, own)
  const { offsetMs } = await readClock(pool)
  if (own.environment === 'production' && offsetMs !== 0) {
    throw new ConfigurationError([
      'TIJDIG_ENVIRONMENT is production and the test clock of this database is set: reset it in another environment first.',
    ])
  }
}

/** The first process binds the sign-in datastore to its environment; the start and each use refuse one of another. */
async function checkDatastore(datastore: Datastore): Promise<void> {
  const fault = await findLoginSchemaFault(datastore.pool)
  if (fault !== null)
    throw new ConfigurationError([
      `TIJDIG_LOGIN_DATABASE_URL (or DATABASE_URL) names a database whose sign-in schema ${fault}.`,
    ])
  const bound = await bindDatastore(datastore)
  if (bound !== datastore.environment)
    throw new ConfigurationError([
      `TIJDIG_LOGIN_DATABASE_URL (or DATABASE_URL) names a sign-in datastore that belongs to ${bound}, and TIJDIG_ENVIRONMENT is ${datastore.environment}: give this environment one of its own.`,
    ])
}

const webhookConnections = 6

type Work = ProductOptions & {
  readonly pool: pg.Pool
  readonly webhookPool: pg.Pool
  /** The datastore of the recipients' sign-in. */
  readonly login: pg.Pool
  readonly operatorPool: pg.Pool
  /** Acts as tijdig_operator. */
  readonly standby: Standby | null
  readonly services: ReturnType<typeof createServices>
  readonly providers: ReturnType<typeof createProviders>
  readonly metrics: ReturnType<typeof createMetrics>
}

/** Starts the reminder engine and the background jobs. @returns a function that stops both */
async function startWork(work: Work): Promise<() => Promise<void>> {
  const { settings, pool, services, log, metrics, databaseUrl } = work
  const { sms, email } = createOutlets(work.providers, { pool, services })
  const { erasureJournal } = settings
  // First, because only this can fail.
  const { startJobs } = await import('#/app/background/jobs.ts')
  const jobs = await startJobs({
    databaseUrl,
    loginDatabaseUrl: settings.loginDatabaseUrl ?? databaseUrl,
    pool,
    login: work.login,
    services,
    sms,
    smsSender: settings.sms.sender,
    signInLimits: settings.signIn,
    email,
    operator: work.operatorPool,
    privacy,
    erasureJournal,
    log,
  })
  const worker: Worker = startWorker({
    databaseUrl,
    pool,
    services,
    sms,
    email,
    mailFrom: settings.email.from,
    log,
    callTimeoutMs: 12_000,
    volumeFloor: settings.volumeBreakerFloor,
    pollMs: 500,
    onHandedOver: ({ lagMs, channel }) => metrics.handOverLagSeconds.observe({ channel }, Math.max(0, lagMs) / 1_000),
    onRound: ({ channel, claimed, lagMs }) => {
      metrics.claimed.inc(claimed)
      if (lagMs !== null && lagMs > 300_000) log.warn({ channel, lagMs }, 'reminders are late')
    },
  })
  const { login, standby } = work
  const maintenance = startMaintenance({ login, standby, databaseUrl, erasureJournal, services, metrics, log })
  const calendars = startCalendarWorker({
    pool,
    services,
    log,
    concurrency: 4,
    pollMs: 1_000,
    onSynchronised: ({ provider, outcome, events }) => {
      metrics.calendarSyncs.inc({ provider, outcome })
      metrics.calendarEvents.inc({ provider }, events)
    },
  })
  const webhooks = startWebhookWorker({
    pool: work.webhookPool,
    services,
    log,
    pollMs: 500,
    onAttempt: ({ result, isFirst, lagMs }) => {
      metrics.webhookDeliveries.inc({ result })
      if (isFirst) metrics.webhookFirstAttemptSeconds.observe(Math.max(0, lagMs) / 1_000)
    },
  })
  const batches = startBatchWorker({ pool, services, log, pollMs: 500 })
  return () => stopAll([worker, maintenance, calendars, webhooks, batches, jobs])
}

/** Where a person finds what runs, for the start-up text. */
export function addresses(settings: Settings): { baseUrl: string; sandboxUrl: string } {
  return { baseUrl: settings.baseUrl, sandboxUrl: sandboxUrls(settings).url }
}
