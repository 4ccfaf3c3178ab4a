import { spawn } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from '#/kernel/postgres/db.ts'
import { findRunningEmbeddedPostgres } from '#/embedded-postgres/embedded-postgres.ts'
import { migrate } from '#/kernel/postgres/migrating/migrate.ts'
import { freePorts as findPorts } from '../scripts/testing/ports.ts'

/** A migrated database without any rows but those the migrations wrote. */
export type TestDatabase = { readonly url: string; drop(): Promise<void> }

/**
 * A database for one test or one file, cloned from a template in about 30 ms (as files: through the WAL it takes 120). It is dropped at the latest at the end of
 * the test file, once tests have closed their pools.
 *
 * The server is the one `npm test` started (TIJDIG_TEST_DATABASE_URL). A file run by hand shares one with other files
 * run by hand; it starts when first needed and stops some seconds after the last of them.
 */
export function testDatabase(): Promise<TestDatabase> {
  return newDatabase(({ template }) => `template ${template} strategy file_copy`)
}

/** The same without a schema, for one of another version. */
export function emptyDatabase(): Promise<TestDatabase> {
  return newDatabase(() => '')
}

async function newDatabase(from: (session: Session) => string): Promise<TestDatabase> {
  session ??= openSession()
  const { server, key } = await session
  const name = `tijdig_test_${key}_${created++}`
  await server.run(`create database ${name} ${from(await session)}`)
  const drop = async () => {
    if (!databases.delete(drop)) return
    if (!(await connectionsEnded(server, name))) await server.run(cutClients, [name])
    // Not forced: a forced drop is refused beside an autovacuum, an unforced one ends it.
    await server.run(`drop database if exists ${name}`)
  }
  databases.add(drop)
  return { url: withDatabase(server.url, name), drop }
}

const cutClients = `
  select pg_terminate_backend(pid)
  from pg_stat_activity
  where datname = $1 and backend_type = 'client backend'`

/** How many statements of the API wait for a lock in a test's database. */
export async function countWaiting(databaseUrl: string): Promise<number> {
  session ??= openSession()
  const { server } = await session
  const rows = await server.run(
    `select 1 from pg_stat_activity where datname = $1 and application_name = 'tijdig_api' and wait_event_type = 'Lock'`,
    [new URL(databaseUrl).pathname.slice(1)],
  )
  return rows.length
}

const claimedHere = new Set<number>()

/** Ports that no other test gets while this process runs, and nobody listens on. */
export async function freePorts(count: number): Promise<number[]> {
  session ??= openSession()
  const { server } = await session
  return findPorts(count, async (port) => {
    // The server would give our connection its own lock again.
    if (claimedHere.has(port)) return false
    claimedHere.add(port)
    const [answer] = await server.run('select pg_try_advisory_lock($1, $2) as mine', [portInUse, port])
    return answer?.['mine'] === true
  })
}

/** A pool ends before its connections do, and cutting those is an unhandled error. @returns whether all have ended */
async function connectionsEnded(server: Server, name: string): Promise<boolean> {
  const ofClients = `select 1 from pg_stat_activity where datname = $1 and backend_type = 'client backend' limit 1`
  for (const deadline = performance.now() + 2_000; performance.now() < deadline; await sleep(10)) {
    const open = await server.run(ofClients, [name])
    if (open.length === 0) return true
  }
  return false
}

/** Our connection to the server: its advisory locks mark databases as in use, and end with it. */
type Server = { readonly url: string; run(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]> }
type Session = { readonly server: Server; readonly key: number; readonly template: string }

let session: Promise<Session> | undefined
let created = 0
const databases = new Set<() => Promise<void>>()
// Not an after hook: those run in order of registration, so this one would run before the tests' own.
process.once('beforeExit', () => Promise.all([...databases].map((drop) => drop())))

// First keys of two-part advisory locks; the second is the key of a session or of a template's hash, or a port.
const inUse = 742_001
const templateInUse = 742_002
const housekeeping = 742_003
const portInUse = 742_004

async function openSession(): Promise<Session> {
  const server = await connect(process.env['TIJDIG_TEST_DATABASE_URL'] ?? (await sharedServer()))
  const key = randomInt(2 ** 31)
  await server.run('select pg_advisory_lock($1, $2)', [inUse, key])
  const hash = migrationsHash()
  // One process at a time cleans up and makes the template; the others then find it.
  await server.run('select pg_advisory_lock($1, 0)', [housekeeping])
  await server.run('select pg_advisory_lock_shared($1, $2)', [templateInUse, lockKeyOf(hash)])
  await dropAbandoned(server)
  const template = await makeTemplate(server, hash)
  await server.run('select pg_advisory_unlock($1, 0)', [housekeeping])
  return { server, key, template }
}

async function makeTemplate(server: Server, hash: string): Promise<string> {
  const name = `tijdig_template_${hash}`
  if ((await server.run('select 1 from pg_database where datname = $1', [name])).length > 0) return name
  // Under another name until it is complete: a killed run must not leave half a template.
  const staging = `tijdig_staging_${hash}`
  await server.run(`drop database if exists ${staging} with (force)`)
  await server.run(`create database ${staging}`)
  await migrate(withDatabase(server.url, staging))
  await server.run(`alter database ${staging} rename to ${name}`)
  return name
}

/** Drops databases of runs that were killed, and templates of other migrations that no run uses. */
async function dropAbandoned(server: Server): Promise<void> {
  const rows = await server.run(
    `select datname from pg_database where datname ~ '^tijdig_(test|template)_' order by datname`,
  )
  for (const { datname } of rows) {
    const [, kind, id = ''] = /^tijdig_(test|template)_([0-9a-f]+)/.exec(String(datname)) ?? []
    const lock = kind === 'test' ? [inUse, Number(id)] : [templateInUse, lockKeyOf(id)]
    const [answer] = await server.run('select pg_try_advisory_lock($1, $2) as free', lock)
    if (!answer?.['free']) continue
    // Our own session could take its own locks again, but our template is in use.
    if (!isOwn(lock)) await server.run(`drop database if exists ${String(datname)} with (force)`)
    await server.run('select pg_advisory_unlock($1, $2)', lock)
  }
}

function isOwn([kind, key]: number[]): boolean {
  return kind === templateInUse && key === lockKeyOf(migrationsHash())
}

function migrationsHash(): string {
  const folder = new URL('../migrations/', import.meta.url)
  const hash = createHash('sha256')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'))
  for (const file of files.sort()) hash.update(file).update(readFileSync(new URL(file, folder)))
  return hash.digest('hex').slice(0, 12)
}

function lockKeyOf(hash: string): number {
  return Number.parseInt(hash.slice(0, 7), 16)
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** The types of pg lack these two. */
type ClientWithRef = Client & { ref(): void; unref(): void }

/** The connection keeps the process alive only during a query. */
async function connect(url: string): Promise<Server> {
  const client = new Client({ connectionString: url, application_name: 'tijdig test' }) as ClientWithRef
  // The server may stop before we do; the next query then reports it.
  client.on('error', () => client.unref())
  await client.connect()
  client.unref()
  let last: Promise<unknown> = Promise.resolve()
  const ask = async (sql: string, values: unknown[]) => {
    client.ref()
    try {
      return (await client.query<Record<string, unknown>>(sql, values)).rows
    } finally {
      client.unref()
    }
  }
  return {
    url,
    run(sql, values = []) {
      // One after the other; a failed query does not stop the next.
      const answer = last.then(
        () => ask(sql, values),
        () => ask(sql, values),
      )
      last = answer
      return answer
    },
  }
}

const sharedDirectory = fileURLToPath(new URL('../node_modules/.cache/tijdig-test', import.meta.url))

async function sharedServer(): Promise<string> {
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; await sleep(100)) {
    const url = await findRunningEmbeddedPostgres(sharedDirectory)
    if (url !== null) return url
    // Of several starters, the data directory admits one; the others end at once.
    const script = fileURLToPath(new URL('../scripts/testing/test-database.ts', import.meta.url))
    if (attempts++ % 20 === 0)
      spawn(process.execPath, [script, sharedDirectory], { detached: true, stdio: 'ignore' }).unref()
  }
  throw new Error(`No test database after 30 seconds; ${sharedDirectory}/postgres.log may say why.`)
}

let attempts = 0
