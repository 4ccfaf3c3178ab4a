import { ConfigurationError } from '#/app/settings/read-settings.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { installationOf, reachDatabase, type Database } from '#/app/starting/database.ts'
import { checkInstallation } from '#/app/starting/installation.ts'
import { Client, inTransaction, isDiskFull, openPool } from '#/kernel/postgres/db.ts'
import { asLogin } from '#/kernel/postgres/connecting/logins.ts'
import { readServerVersion } from '#/kernel/postgres/connecting/server-version.ts'
import { checkWritable } from '#/kernel/postgres/connecting/writable.ts'
import { findCluster } from '#/embedded-postgres/embedded-postgres-cluster.ts'
import {
  checkArchive,
  checkBaseBackup,
  checkEncryption,
  checkLogins,
  checkProxies,
  checkRoles,
  checkRowLevelSecurity,
  checkSchema,
  checkServer,
  checkSignIn,
  checkStandby,
  checkTenantWall,
} from './check-database.ts'
import {
  checkClock,
  checkKeys,
  checkReceipts,
  checkRows,
  checkTestHolders,
  checkWebhooks,
  checkWorkers,
} from './check-reminders.ts'
import { checkDisk, checkJournal, checkProviders, checkSettings } from './check-surroundings.ts'
import { fail, ok, warn, type Check } from './check.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'

const statementTimeoutMs = 120_000

/**
 * Looks at everything that can be wrong, as far as what it finds allows, and changes nothing. It leaves an audit row
 * where there is a schema.
 *
 * @param read gives the set-up, or throws ConfigurationError
 */
export async function examine(read: () => Settings): Promise<Check[]> {
  const settings = readOrFaults(read)
  if (Array.isArray(settings)) return settings
  return [checkSettings(settings), ...checkProviders(settings), ...(await examineDatabase(settings))]
}

function readOrFaults(read: () => Settings): Settings | Check[] {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return error.faults.map((fault) => fail('settings', fault, 'correct it in the environment'))
  }
}

async function examineDatabase(settings: Settings): Promise<Check[]> {
  if (settings.databaseUrl === null && (await findCluster(settings.dataDirectory)) === null)
    return [warn('database', 'There is none yet.', 'start `tijdig serve`, which makes one')]
  let database: Database
  try {
    database = await reachDatabase(settings)
  } catch (error) {
    return [fail('database', messageOf(error), 'see what it says')]
  }
  try {
    const ways = await Promise.all([
      checkWay('pooler', 'DATABASE_URL', settings.databaseDirectUrl && settings.databaseUrl),
      checkWay('reads', 'TIJDIG_DATABASE_STANDBY_URL', settings.databaseStandbyUrl),
    ])
    return [
      ...ways.flat(),
      ...(await examineReached(database, settings)),
      await checkJournal(settings),
      await checkDisk(settings),
    ]
  } finally {
    await database.stop()
  }
}

async function examineReached(database: Database, settings: Settings): Promise<Check[]> {
  const client = clientOf(database.url)
  const checks: Check[] = []
  try {
    await client.connect()
    checks.push(await checkServer(client, database.isEmbedded))
    for (const check of [checkStandby, checkArchive, checkEncryption])
      checks.push(await check(client, settings.environment))
    const [schema, roles] = [await checkSchema(client), await checkRoles(client)]
    checks.push(schema, roles)
    if (schema.status === 'fail' || (roles.status === 'fail' && roles.finding.startsWith('Missing'))) return checks
    // Nothing is done to a database of somebody else, not even an audit row.
    const installation = await examineInstallation(client, settings)
    checks.push(installation)
    if (installation.status === 'fail') return checks
    checks.push(await checkBaseBackup(client, settings.environment), await checkProxies(client))
    const logins = await checkLogins(database.url)
    checks.push(logins)
    if (logins.status === 'fail') return checks
    checks.push(await checkRowLevelSecurity(client), await checkTenantWall(client))
    checks.push(await examineSignIn(settings.loginDatabaseUrl ?? database.url, settings))
    checks.push(...(await examineReminders(database.url, settings)))
  } catch (error) {
    checks.push(
      isDiskFull(error)
        ? fail('database', 'Its disk is full.', 'make room there; PostgreSQL may need a restart, Tijdig does not')
        : fail('database', messageOf(error), 'check DATABASE_URL and that PostgreSQL runs'),
    )
  } finally {
    await client.end()
  }
  return checks
}

/** Whether the database is the one of this environment and this secret. @param client connected as the owner */
async function examineInstallation(client: Client, settings: Settings): Promise<Check> {
  try {
    await checkInstallation(async (sql) => (await client.query(sql)).rows, await installationOf(settings))
    return ok('installation', `The database is the one of ${settings.environment}, with this secret.`)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return fail('installation', error.faults.join(' '), 'see "Whose database" in docs/running/secure.md')
  }
}

async function examineSignIn(databaseUrl: string, { environment }: Settings): Promise<Check> {
  const login = clientOf(databaseUrl)
  try {
    await login.connect()
    return await checkSignIn(login, environment)
  } catch (error) {
    return fail('sign-in', messageOf(error), 'check TIJDIG_LOGIN_DATABASE_URL and that its server runs')
  } finally {
    await login.end()
  }
}

/** @param session settings it begins with; a pooler takes none */
function clientOf(
  databaseUrl: string,
  session: { options?: string } = { options: `-c statement_timeout=${statementTimeoutMs}` },
): Client {
  return new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    query_timeout: statementTimeoutMs,
    ...session,
  })
}

async function examineReminders(databaseUrl: string, { environment }: Settings): Promise<Check[]> {
  const pool = openPool({
    databaseUrl,
    role: 'tijdig_operator',
    size: 1,
    statementTimeoutMs,
    // A connection lost between two queries fails the next one.
    onIdleError: () => undefined,
  })
  try {
    await inTransaction(pool, { holder: null }, async (tx) =>
      auditOperator(tx, { platformHolderId: null, action: 'tijdig doctor' }),
    )
    await checkWritable(pool)
    return [
      await checkClock(pool, environment),
      await checkKeys(pool),
      await checkTestHolders(pool),
      ...(await checkWorkers(pool, environment)),
      await checkReceipts(pool, environment),
      await checkWebhooks(pool),
      ...(await checkRows(pool)),
    ]
  } finally {
    await pool.end()
  }
}

/** Asks the way requests go, where that is not the way of commands. @param databaseUrl null where nobody goes that way */
async function checkWay(name: string, variable: string, databaseUrl: string | null): Promise<Check[]> {
  if (databaseUrl === null) return []
  const client = clientOf(asLogin(databaseUrl, 'tijdig_api'), {})
  try {
    await client.connect()
    await readServerVersion(async (sql) => (await client.query(sql)).rows)
    return [ok(name, `${client.host}:${client.port} answers.`)]
  } catch (error) {
    const advice = `check ${variable} and that what it names runs: requests go that way`
    return [name === 'pooler' ? fail(name, messageOf(error), advice) : warn(name, messageOf(error), advice)]
  } finally {
    await client.end()
  }
}

/** Connecting to two addresses of one name fails with an error that has no message of its own. */
function messageOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  const text = message || code || 'unknown error'
  return text.endsWith('.') ? text : `${text}.`
}
