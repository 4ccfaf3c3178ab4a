import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Pool } from 'pg'
import { Client } from './db.ts'
import { ensureLogins } from '#/kernel/postgres/connecting/logins.ts'
import { PrimaryClient } from '#/kernel/postgres/connecting/primary-client.ts'
import { oldestServerVersion, readServerVersion } from '#/kernel/postgres/connecting/server-version.ts'

/** One schema with migrations of its own: where their files lie and which table says what was applied. */
type Schema = {
  readonly folder: URL
  readonly prefix: string
  readonly table: string
  readonly creates: string
  /** The variable that names its database. */
  readonly variable: string
}

const main: Schema = {
  folder: new URL('../../../migrations/', import.meta.url),
  prefix: '',
  table: 'public.schema_migration',
  creates: '',
  variable: 'DATABASE_URL',
}
/** The recipients' sign-in: in the same database, or in one of its own. */
const login: Schema = {
  folder: new URL('../../../migrations/login/', import.meta.url),
  prefix: 'login/',
  table: 'login.schema_migration',
  creates: 'create schema if not exists login;',
  variable: 'TIJDIG_LOGIN_DATABASE_URL',
}
const advisoryLock = 7_421_306_001

/**
 * Brings a database to the schema of this code: the job queue's own migrations, then `migrations/NNNN_name.sql` in order,
 * each in one transaction, the same for the datastore of the recipients' sign-in, and the logins of the processes. Running it twice, or twice at once,
 * does nothing the second time; a run that was killed is simply run again. An applied file that was edited since is
 * refused, because two databases would then differ silently.
 *
 * @param loginDatabaseUrl where the sign-in is kept
 * @throws Error in a sentence when a server is older than PostgreSQL 15
 * @returns the names of the files applied now
 */
export async function migrate(databaseUrl: string, loginDatabaseUrl: string = databaseUrl): Promise<string[]> {
  const applied = await whileLocked(main, databaseUrl, async (client) => {
    await migrateJobs(databaseUrl)
    return applySchema(client, main)
  })
  const appliedToLogin = await whileLocked(login, loginDatabaseUrl, (client) => applySchema(client, login))
  await ensureLogins(databaseUrl, ['tijdig_api', 'tijdig_worker', 'tijdig_operator', 'tijdig_login'])
  await ensureLogins(loginDatabaseUrl, ['tijdig_login'])
  return [...applied, ...appliedToLogin]
}

/** The migrations this code expects and the database lacks; empty when the schema is current. */
export async function pendingMigrations(
  query: (sql: string) => Promise<readonly { name: string }[]>,
): Promise<string[]> {
  return pendingOf(main, query)
}

/** The same for the datastore of the recipients' sign-in. */
export async function pendingLoginMigrations(
  query: (sql: string) => Promise<readonly { name: string }[]>,
): Promise<string[]> {
  return pendingOf(login, query)
}

/** Names of the files, read once: they come with the code. */
const namesOf = new Map<Schema, Promise<string[]>>()

async function pendingOf(
  schema: Schema,
  query: (sql: string) => Promise<readonly { name: string }[]>,
): Promise<string[]> {
  const [table] = await query(`select to_regclass('${schema.table}')::text as name`)
  const names = await (namesOf.get(schema) ?? listNames(schema))
  if (!table?.name) return names
  const applied = new Set((await query(`select name from ${schema.table}`)).map((row) => row.name))
  return names.filter((name) => !applied.has(name))
}

function listNames(schema: Schema): Promise<string[]> {
  const names = migrationFiles(schema).then((files) => files.map((file) => file.name))
  namesOf.set(schema, names)
  // A failure is not cached.
  names.catch(() => namesOf.delete(schema))
  return names
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
    await client.query('select pg_advisory_lock($1)', [advisoryLock])
    return await work(client)
  } finally {
    await client.end()
  }
}

async function applySchema(client: Client, schema: Schema): Promise<string[]> {
  await client.query(`${schema.creates} create table if not exists ${schema.table} (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from ${schema.table} order by name`,
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const done: string[] = []
  for (const file of await migrationFiles(schema)) {
    const known = applied.get(file.name)
    if (known === file.checksum) continue
    if (known !== undefined)
      throw new Error(`Migration ${file.name} was changed after it was applied: add a new file instead.`)
    await applyOne(client, schema, file)
    done.push(file.name)
  }
  return done
}

/**
 * The migrations among the entries of a folder, in the order they are applied in.
 *
 * @throws Error for a misnamed SQL file, which would otherwise be skipped silently
 */
export function migrationNames(entries: readonly string[]): string[] {
  const names = entries.filter((name) => name.endsWith('.sql')).toSorted()
  const misnamed = names.find((name) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
  if (misnamed !== undefined)
    throw new Error(
      `Migration ${misnamed} is not named as NNNN_name.sql, in lower-case letters, digits and _: rename it.`,
    )
  return names
}

type MigrationFile = { readonly name: string; readonly sql: string; readonly checksum: string }

async function migrationFiles({ folder, prefix }: Schema): Promise<MigrationFile[]> {
  return Promise.all(
    migrationNames(await readdir(folder)).map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name: prefix + name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function applyOne(client: Client, { table }: Schema, file: MigrationFile): Promise<void> {
  try {
    await client.query('begin')
    await client.query(file.sql)
    await client.query(`insert into ${table} (name, checksum) values ($1, $2)`, [file.name, file.checksum])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${file.name} failed and was rolled back: ${(cause as Error).message}`, { cause })
  }
}
