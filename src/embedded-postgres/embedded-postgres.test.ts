import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, lstat, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from '#/kernel/postgres/db.ts'
import { serverPrograms } from './embedded-postgres-binaries.ts'
import { isServerProcess, startServer } from './embedded-postgres-process.ts'
import { findRunningEmbeddedPostgres, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'

test('the first start makes a database, in a folder named as one likes; a later one finds it again and makes nothing', async (t) => {
  const dataDirectory = await temporaryDirectory(t)
  const lines: string[] = []
  const first = await start(relative(process.cwd(), dataDirectory), (line) => lines.push(line))
  assert.deepEqual(lines, ['Creating the database ...'])
  await query(first.url, 'create table kept (word text)', `insert into kept values ('still here')`)
  assert.equal(await findRunningEmbeddedPostgres(dataDirectory), first.url)
  await first.stop()
  assert.equal(await findRunningEmbeddedPostgres(dataDirectory), null)

  const second = await start(dataDirectory, (line) => lines.push(line))
  assert.equal(lines.length, 1)
  assert.equal(second.url, first.url)
  assert.deepEqual(await query(second.url, 'select word from kept'), [{ word: 'still here' }])
})

test('the product owns its database without being superuser, and a commit is on disk', async (t) => {
  const { url } = await start(await databaseDirectory(t))
  const [row] = await query(
    url,
    `select rolsuper, rolbypassrls, pg_get_userbyid(datdba) as owner, current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as synchronous_commit, current_setting('TimeZone') as timezone,
       pg_encoding_to_char(encoding) as encoding, lower('É') as lower
     from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  )
  assert.deepEqual(row, {
    rolsuper: false,
    rolbypassrls: false,
    owner: 'tijdig',
    fsync: 'on',
    synchronousCommit: 'on',
    timezone: 'UTC',
    encoding: 'UTF8',
    lower: 'é',
  })
  const asSuperuser = new URL(url)
  asSuperuser.username = 'postgres'
  await assert.rejects(query(asSuperuser.href, 'select 1'), { code: '28P01' })
})

test('only the owner of the data directory can read the password', async (t) => {
  const dataDirectory = await databaseDirectory(t)
  await start(dataDirectory)
  assert.equal((await stat(join(dataDirectory, 'embedded-postgres.json'))).mode & 0o777, 0o600)
  assert.equal((await stat(join(dataDirectory, 'postgres'))).mode & 0o777, 0o700)
})

test('a second start on the same data directory is refused and leaves the first alone', async (t) => {
  const dataDirectory = await databaseDirectory(t)
  const { url } = await start(dataDirectory)
  await assert.rejects(startEmbeddedPostgres({ dataDirectory }), new RegExp(`in use by process ${process.pid}:`))
  assert.deepEqual(await query(url, 'select 1 as one'), [{ one: 1 }])
})

test('a killed process takes its server along, and the next start has everything committed', async (t) => {
  const dataDirectory = await databaseDirectory(t)
  const holder = await startHolder(dataDirectory)
  const url = await findRunningEmbeddedPostgres(dataDirectory)
  assert.ok(url)
  await query(url, 'create table kept (id int)', 'insert into kept values (1)')
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const next = await start(dataDirectory)
  assert.deepEqual(await query(next.url, 'select id from kept'), [{ id: 1 }])
  await next.stop()
})

test('a server that is killed alone is started again on its port, with everything committed', async (t) => {
  const dataDirectory = await databaseDirectory(t)
  const lines: string[] = []
  const { url, stop } = await start(dataDirectory, (line) => lines.push(line))
  await query(url, 'create table kept (id int)', 'insert into kept values (1)')
  for (let times = 0; times < 2; times += 1) {
    const { pid } = await readConnectionFile(dataDirectory)
    process.kill(pid, 'SIGKILL')
    await until(async () => (await readConnectionFile(dataDirectory)).pid !== pid)
    assert.deepEqual(await query(url, 'select id from kept'), [{ id: 1 }])
  }
  assert.equal(await findRunningEmbeddedPostgres(dataDirectory), url)
  assert.equal(lines.filter((line) => line === 'The embedded PostgreSQL runs again.').length, 2)
  const { pid } = await readConnectionFile(dataDirectory)
  await stop()
  assert.ok(!(await isServerProcess(pid, await realpath(join(dataDirectory, 'postgres')))))
})

test('stopped while its server is being started again, it leaves nothing running', async (t) => {
  const dataDirectory = await databaseDirectory(t)
  const lost = Promise.withResolvers<void>()
  const { stop } = await start(dataDirectory, () => lost.resolve())
  process.kill((await readConnectionFile(dataDirectory)).pid, 'SIGKILL')
  await lost.promise
  await stop()
  const { pid } = await readConnectionFile(dataDirectory)
  assert.ok(!(await isServerProcess(pid, await realpath(join(dataDirectory, 'postgres')))))
})

test('a killed process leaves nothing running even when there is no next start', async (t) => {
  const dataDirectory = await databaseDirectory(t)
  const holder = await startHolder(dataDirectory)
  const { pid } = await readConnectionFile(dataDirectory)
  const cluster = await realpath(join(dataDirectory, 'postgres'))
  assert.ok(await isServerProcess(pid, cluster))
  holder.kill('SIGKILL')
  await until(async () => !(await isServerProcess(pid, cluster)))
})

test('process and server killed at once: the next start recovers', async (t) => {
  const dataDirectory = await databaseDirectory(t)
  const holder = await startHolder(dataDirectory)
  const url = await findRunningEmbeddedPostgres(dataDirectory)
  assert.ok(url)
  await query(url, 'create table kept (id int)', 'insert into kept values (1)')
  const { pid } = await readConnectionFile(dataDirectory)
  const ended = once(holder, 'exit')
  holder.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  await ended
  const next = await start(dataDirectory)
  assert.deepEqual(await query(next.url, 'select id from kept'), [{ id: 1 }])
})

test('a server that nobody holds is stopped before the next one starts', async (t) => {
  const dataDirectory = await databaseDirectory(t)
  const directory = await realpath(join(dataDirectory, 'postgres'))
  const owner = await stat(directory)
  const leftover = await startServer({
    programs: await serverPrograms(
      process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : undefined,
      dataDirectory,
    ),
    directory,
    logFile: join(dataDirectory, 'leftover.log'),
    preferredPort: 0,
    log: () => {},
    isThrownAway: false,
  })
  stops.push(() => leftover.stop())
  const { url } = await start(dataDirectory)
  assert.ok(!(await isServerProcess(leftover.pid, directory)))
  assert.deepEqual(await query(url, 'select 1 as one'), [{ one: 1 }])
})

test('a process that got the id of a dead server is neither stopped nor taken for the server', async (t) => {
  const dataDirectory = await databaseDirectory(t)
  const first = await start(dataDirectory)
  const stateFile = join(dataDirectory, 'postgres', 'postmaster.pid')
  const state = await readFile(stateFile, 'utf8')
  await first.stop()
  const { uid } = await stat(join(dataDirectory, 'postgres'))
  const other = spawn('sleep', ['60'], { ...(process.getuid?.() === 0 && { uid }), stdio: 'ignore' })
  stops.push(() => other.kill())
  await writeFile(stateFile, state.replace(/^\d+/, String(other.pid)))
  const { url } = await start(dataDirectory)
  assert.deepEqual(await query(url, 'select 1 as one'), [{ one: 1 }])
  assert.equal(other.exitCode ?? other.signalCode, null)
})

test('the port of last time is kept, unless another program has it now', async (t) => {
  const dataDirectory = await databaseDirectory(t)
  const first = await start(dataDirectory)
  await first.stop()
  const other = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const second = await start(dataDirectory)
  assert.notEqual(Number(new URL(second.url).port), (other.address() as AddressInfo).port)
  await query(second.url, 'select 1')
})

test('a lost password file costs the password, not the data', async (t) => {
  const dataDirectory = await databaseDirectory(t)
  const first = await start(dataDirectory)
  await query(first.url, 'create table kept (id int)')
  await first.stop()
  await rm(join(dataDirectory, 'embedded-postgres.json'))
  const second = await start(dataDirectory)
  assert.notEqual(new URL(second.url).password, new URL(first.url).password)
  assert.deepEqual(await query(second.url, 'select id from kept'), [])
})

test('a server that cannot start says why, and names DATABASE_URL', async (t) => {
  const dataDirectory = await databaseDirectory(t)
  await writeFile(join(dataDirectory, 'postgres', 'PG_VERSION'), '14\n')
  await assert.rejects(
    startEmbeddedPostgres({ dataDirectory }),
    /cannot run here \(database files are incompatible with server\): set DATABASE_URL to a PostgreSQL 15 or newer/,
  )
})

test('a killed first start leaves no half-made database behind', async (t) => {
  const dataDirectory = await temporaryDirectory(t)
  await mkdir(join(dataDirectory, 'postgres.new'))
  await writeFile(join(dataDirectory, 'postgres.new', 'half'), '')
  const { url } = await start(dataDirectory)
  assert.deepEqual(await query(url, 'select 1 as one'), [{ one: 1 }])
})

if (process.getuid?.() === 0) {
  test('root may keep the data in a folder nobody else can enter', async (t) => {
    const parent = await temporaryDirectory(t)
    const sharedDirectory = await temporaryDirectory(t)
    await chmod(parent, 0o700)
    await chmod(sharedDirectory, 0o711)
    const dataDirectory = join(parent, '.tijdig')
    const first = await start(dataDirectory, () => {}, sharedDirectory)
    await query(first.url, 'create table kept (id int)')
    await first.stop()
    assert.ok((await lstat(join(dataDirectory, 'postgres'))).isSymbolicLink())
    assert.equal((await stat(sharedDirectory)).mode & 0o777, 0o711)
    const second = await start(dataDirectory, () => {}, sharedDirectory)
    assert.deepEqual(await query(second.url, 'select id from kept'), [])
    await second.stop()

    await rm(dataDirectory, { recursive: true })
    const fresh = await start(dataDirectory, () => {}, sharedDirectory)
    assert.deepEqual(await query(fresh.url, `select to_regclass('kept') as kept`), [{ kept: null }])
  })
}

// Run before the folder of a test is removed.
const stops: (() => unknown)[] = []

async function start(
  dataDirectory: string,
  log: (line: string) => void = () => {},
  sharedDirectory?: string,
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDirectory, log, ...(sharedDirectory && { sharedDirectory }) })
  stops.push(() => server.stop())
  return server
}

async function startHolder(dataDirectory: string): Promise<ChildProcess> {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href
  const script = `
    const { startEmbeddedPostgres } = await import(process.argv[1])
    await startEmbeddedPostgres({ dataDirectory: process.argv[2] })
    process.stdout.write('started')
    setInterval(() => {}, 60_000)`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script, module, dataDirectory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  stops.push(() => holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  return holder
}

async function query(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

async function readConnectionFile(dataDirectory: string): Promise<{ pid: number }> {
  return JSON.parse(await readFile(join(dataDirectory, 'embedded-postgres.json'), 'utf8')) as { pid: number }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + 15_000; performance.now() < deadline; await sleep(20)) {
    if (await condition()) return
  }
  assert.fail('It did not happen within 15 seconds.')
}

/** A data directory after its first start: one is made for this file, each test has a copy. */
async function databaseDirectory(t: TestContext): Promise<string> {
  const directory = await temporaryDirectory(t)
  await promisify(execFile)('cp', ['-a', `${await prepared}/.`, directory])
  return directory
}

const prepared = (async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tijdig-embedded-'))
  after(() => rm(directory, { recursive: true, force: true }))
  await chmod(directory, 0o755)
  await (await startEmbeddedPostgres({ dataDirectory: directory })).stop()
  return directory
})()

async function temporaryDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tijdig-embedded-'))
  t.after(async () => {
    for (const stop of stops.splice(0)) await stop()
    await rm(directory, { recursive: true, force: true })
  })
  await chmod(directory, 0o755)
  return directory
}
