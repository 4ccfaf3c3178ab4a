import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFile, chmod, chown, mkdtemp, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from '#/kernel/postgres/db.ts'
import { findServerUser, serverPrograms, type ServerPrograms } from '#/embedded-postgres/embedded-postgres-binaries.ts'
import { createCluster, ownerName } from '#/embedded-postgres/embedded-postgres-cluster.ts'
import { startServer, type RunningServer } from '#/embedded-postgres/embedded-postgres-process.ts'
import { migrate } from '#/kernel/postgres/migrating/migrate.ts'
import { eventually } from '../harness.ts'
import { atEnd } from '../crash/at-end.ts'
import { freePorts } from '../postgres.ts'

const run = promisify(execFile)

/** A test's own PostgreSQL server, which can be copied, replicated and killed. */
export type Server = {
  readonly port: number
  /** Connection string of the owner of the database `tijdig`, as the product uses it. */
  readonly url: string
  /** Runs one statement as superuser. */
  administer<Row extends Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Kills it at once, like a power failure, and waits until nothing answers. */
  kill(): Promise<void>
  stop(): Promise<void>
}

type Files = { readonly programs: ServerPrograms; readonly directory: string; readonly password: string }

const filesOf = new WeakMap<Server, Files>()

/** Starts a server with a migrated database. */
export async function startPrimary(t: TestContext, settings: Readonly<Record<string, string>> = {}): Promise<Server> {
  const sharedDirectory = '/var/lib/tijdig'
  const programs = await serverPrograms(await findServerUser(), sharedDirectory)
  const password = randomBytes(12).toString('hex')
  const directory = await createCluster(programs, { dataDirectory: await emptyFolder(t), sharedDirectory, password })
  // The test and its standbys connect as superuser.
  await writeFile(
    join(directory, 'pg_hba.conf'),
    ['all', 'replication'].map((database) => `host ${database} postgres 127.0.0.1/32 trust\n`).join('') +
      'host all all samehost scram-sha-256\n',
  )
  const primary = await start(t, { programs, directory, password }, settings)
  // Test servers do not sync to disk, but commits must still wait for a standby.
  await primary.administer(`alter database ${ownerName} set synchronous_commit = on`)
  await migrate(primary.url)
  return primary
}

/**
 * Copies a running server, as `pg_basebackup` does: its files between two calls, and the label the second one returns.
 *
 * @returns the folder of the copy
 */
export async function copyServer(t: TestContext, server: Server): Promise<Files> {
  const { programs, directory, password } = known(server)
  const copy = join(await emptyFolder(t), 'copy')
  const client = await connectAsAdministrator(server.port)
  try {
    await client.query(`select pg_backup_start('copy', true)`)
    const without = ['./postmaster.pid', './postmaster.opts', './pg_wal/*'].map((path) => `--exclude=${path}`)
    // Exit code 1: a file changed while it was read, which the WAL makes up for.
    await run('tar', ['-C', directory, ...without, '-cf', `${copy}.tar`, '.']).catch((error: { code?: unknown }) => {
      if (error.code !== 1) throw error
    })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await mkdir(copy, { mode: 0o700 })
    await run('tar', ['-C', copy, '-xpf', `${copy}.tar`])
    await own(copy, programs)
    await writeOwned(join(copy, 'backup_label'), rows[0]?.labelfile ?? '', programs)
  } finally {
    await client.end()
  }
  return { programs, directory: copy, password }
}

/** Starts a copy of a server that follows it, under a name that `synchronous_standby_names` may have. */
export async function startStandby(t: TestContext, primary: Server, name: string): Promise<Server> {
  const files = await copyServer(t, primary)
  await writeOwned(join(files.directory, 'standby.signal'), '', files.programs)
  const standby = await start(t, files, {
    primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres application_name=${name}`,
  })
  await eventually(async () => {
    const rows = await primary.administer(
      `select 1 from pg_stat_replication where application_name = $1 and state = 'streaming'`,
      [name],
    )
    return rows.length > 0
  })
  return standby
}

export async function followSynchronously(primary: Server, name: string): Promise<void> {
  await primary.administer(`alter system set synchronous_standby_names = '${name}'`)
  await primary.administer('select pg_reload_conf()')
  await eventually(async () => {
    const [row] = await primary.administer<{ syncState: string }>('select sync_state from pg_stat_replication')
    return row?.syncState === 'sync'
  })
}

/** One connection string for several servers. */
export function urlOf(...servers: readonly Server[]): string {
  const [first, ...others] = servers.map(({ url }) => url)
  const ports = others.map((url) => `127.0.0.1:${new URL(url).port}`)
  const port = new URL(first ?? '').port
  // A standby has the owner and password of its primary.
  return `${(first ?? '').replace(`:${port}/`, `:${port},${ports.join(',')}/`)}?target_session_attrs=read-write`
}

/** Lets a server take encrypted connections, with a certificate of its own for an address. @returns the file of who signed it */
export async function encrypt(t: TestContext, server: Server, address: string): Promise<string> {
  const { programs, directory } = known(server)
  const folder = await emptyFolder(t)
  const [key, certificate] = [join(folder, 'server.key'), join(folder, 'server.crt')]
  const of = ['-subj', '/CN=database', '-addext', `subjectAltName=IP:${address}`, '-days', '2']
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...of])
  for (const file of [key, certificate])
    await writeOwned(join(directory, basename(file)), await readFile(file, 'utf8'), programs)
  await server.administer('alter system set ssl = on')
  await server.administer('select pg_reload_conf()')
  return certificate
}

/** A script of those who run it. */
export function backup(script: string): string {
  return fileURLToPath(new URL(`../../deploy/backup/${script}`, import.meta.url))
}

/** What a server is restored from, and the port it then listens on. */
export type Backup = { readonly copy: Files; readonly archive: string; readonly moment: string; readonly port: number }

/** Starts a copy as it was at a moment, from an archive of WAL, and waits until it takes writes. */
export async function startRestored(t: TestContext, { copy, archive, moment, port }: Backup): Promise<Server> {
  await writeOwned(join(copy.directory, 'recovery.signal'), '', copy.programs)
  const settings = {
    archive_mode: 'off',
    restore_command: `${backup('restore-wal.sh')} ${archive}/%f "%p"`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
  }
  const restored = await start(t, copy, settings, port)
  await eventually(async () => {
    const [row] = await restored.administer<{ isOver: boolean }>('select not pg_is_in_recovery() as is_over')
    return row?.isOver
  })
  return restored
}

/** A folder that servers may write to until the end of the test. */
export async function serverFolder(t: TestContext): Promise<string> {
  const folder = await emptyFolder(t)
  const user = await findServerUser()
  if (user) await chown(folder, user.uid, user.gid)
  return folder
}

async function start(
  t: TestContext,
  files: Files,
  settings: Readonly<Record<string, string>>,
  wantedPort?: number,
): Promise<Server> {
  const { programs, directory, password } = files
  const port = wantedPort ?? (await freePorts(1))[0] ?? 0
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  await appendFile(join(directory, 'postgresql.auto.conf'), lines.join(''))
  const logFile = `${directory}.log`
  const running: RunningServer = await startServer({
    programs,
    directory,
    logFile,
    preferredPort: port,
    isPortFixed: true,
    log: () => undefined,
    isThrownAway: true,
    // On its command line, which the file does not change.
    ...(settings['listen_addresses'] ? { listenAddresses: settings['listen_addresses'] } : {}),
  })
  atEnd(t, () => running.stop())
  const server: Server = {
    port,
    url: `postgres://${ownerName}:${password}@127.0.0.1:${port}/${ownerName}`,
    async administer<Row extends Record<string, unknown>>(sql: string, values: unknown[] = []) {
      const client = await connectAsAdministrator(port)
      try {
        return (await client.query<Row>(sql, values)).rows
      } finally {
        await client.end()
      }
    },
    async kill() {
      process.kill(running.pid, 'SIGKILL')
      await eventually(() =>
        server.administer('select 1').then(
          () => false,
          () => true,
        ),
      )
    },
    stop: () => running.stop(),
  }
  filesOf.set(server, files)
  return server
}

async function connectAsAdministrator(port: number): Promise<Client> {
  const client = new Client({
    connectionString: `postgres://postgres@127.0.0.1:${port}/${ownerName}`,
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

function known(server: Server): Files {
  const files = filesOf.get(server)
  if (!files) throw new Error('Not a server of this file')
  return files
}

async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tijdig-machines-'))
  // As root, the server runs as another user, who needs access.
  await chmod(folder, 0o755)
  atEnd(t, async () => {
    const files = await realpath(join(folder, 'postgres')).catch(() => folder)
    await rm(files, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

async function writeOwned(file: string, text: string, programs: ServerPrograms): Promise<void> {
  // A key that others may read is refused.
  await writeFile(file, text, { mode: 0o600 })
  await own(file, programs)
}

async function own(path: string, { user }: ServerPrograms): Promise<void> {
  if (user) await chown(path, user.uid, user.gid)
}
