import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { Client } from '#/kernel/postgres/db.ts'
import { ensureLogins } from '#/kernel/postgres/connecting/logins.ts'
import { PrimaryClient } from '#/kernel/postgres/connecting/primary-client.ts'
import { oldestServerVersion, readServerVersion } from '#/kernel/postgres/connecting/server-version.ts'
import { applySchema, takeOver } from './apply.ts'
import { login, main, type Schema } from './schema.ts'

const advisoryLock = 7_421_306_001
/** How long a run waits for another one. */
const lockWaitMs = 60_000

/**
 * Brings a database to the schema of this code: the job queue's own migrations, then the baseline and
 * `migrations/NNNN_name.sql` in order, each in one transaction but for indexes, the same for the datastore of the recipients'
 * sign-in, and the logins of the processes. Running it twice, or twice at once, does nothing the second time; a run that was
 * killed is simply run again. An applied file that was edited since is refused, because two databases would then differ silently.
 *
 * @param loginDatabaseUrl where the sign-in is kept
 * @throws Error in a sentence when a server is older than PostgreSQL 15, or a database older than can be taken over
 * @returns the names of what was applied or recorded now
 */
export async function migrate(databaseUrl: string, loginDatabaseUrl: string = databaseUrl): Promise<string[]> {
  const applied = await whileLocked(main, databaseUrl, async (client) => {
    const taken = await takeOver(client, main)
    await migrateJobs(databaseUrl)
    return [...taken, ...(await applySchema(client, main))]
  })
  const appliedToLogin = await whileLocked(login, loginDatabaseUrl, async (client) => [
    ...(await takeOver(client, login)),
    ...(await applySchema(client, login)),
  ])
  await ensureLogins(databaseUrl, ['tijdig_api', 'tijdig_worker', 'tijdig_operator', 'tijdig_login'])
  await ensureLogins(loginDatabaseUrl, ['tijdig_login'])
  return [...applied, ...appliedToLogin]
}

/** The job queue's own migrations, on a pool of ours: the library's connections take no list of servers. */
async function migrateJobs(databaseUrl: string): Promise<void> {
  const { runMigrations } = await import('graphile-worker')
  const pgPool = new Pool({ Client: PrimaryClient, connectionString: databaseUrl, max: 1 })
  // A connection that is lost fails the statement under way.
  const ignore = () => undefined
  pgPool.on('error', ignore).on('connect', (client) => client.on('error', ignore))
  await runMigrations({ pgPool }).finally(() => pgPool.end())
}

async function whileLocked<T>(
  { variable }: Schema,
  databaseUrl: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    options: '-c timezone=UTC -c lock_timeout=10s',
  })
  await client.connect()
  try {
    const { version, isTooOld } = await readServerVersion(async (sql) => (await client.query(sql)).rows)
    if (isTooOld) throw new Error(`${variable} names PostgreSQL ${version}: use ${oldestServerVersion} or newer.`)
    await lock(client)
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Asks again and again: whoever waits in the server holds a snapshot, for which the other's index would wait. */
async function lock(client: Client): Promise<void> {
  for (const deadline = performance.now() + lockWaitMs; ; await sleep(100)) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [advisoryLock])
    if (rows[0]?.mine) return
    if (performance.now() > deadline)
      throw new Error('Another `tijdig migrate` is under way: run this one when it has ended.')
  }
}
