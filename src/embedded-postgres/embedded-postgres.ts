import { randomBytes } from 'node:crypto'
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '#/kernel/postgres/db.ts'
import { acquireDataDirectoryLock } from './data-directory-lock.ts'
import { findServerUser, serverPrograms, type ServerUser } from './embedded-postgres-binaries.ts'
import { createCluster, findCluster, ownerName, resetPassword, type Cluster } from './embedded-postgres-cluster.ts'
import {
  isServerProcess,
  startServer,
  stopLeftoverServer,
  type Launch,
  type RunningServer,
} from './embedded-postgres-process.ts'

export type EmbeddedPostgres = {
  /** A connection URL that any process of this machine may use while the server runs. */
  readonly url: string
  /** Closes connections, stops the server, waits until it is gone and frees the data directory. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** Where the database lives; created at the first start. */
  readonly dataDirectory: string
  /** Receives a sentence about anything a person may wait for or wonder about. */
  readonly log?: (line: string) => void
  /** Root only: where programs and files go that the server's user could not reach. */
  readonly sharedDirectory?: string
  /** True when everything is deleted at the end, as in tests: nothing is then flushed to the disk. */
  readonly isThrownAway?: boolean
}

/**
 * Starts a real PostgreSQL on a data directory, for machines without one: the first start creates the database, a later
 * one takes under a tenth of a second. It is started again when it ends by itself, and stops with this process, which
 * holds the lock of the data directory; a server left over from a killed run is stopped first. It listens on a free
 * port of 127.0.0.1, with a generated password, and keeps its log in `postgres.log`.
 *
 * @throws Error when another process uses the data directory, or, naming DATABASE_URL, when PostgreSQL cannot run here
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  // The server's programs run in the root folder, where a relative path would name another place.
  const dataDirectory = resolve(options.dataDirectory)
  const lock = await acquireDataDirectoryLock(dataDirectory)
  try {
    const server = await startLocked({
      sharedDirectory: '/var/lib/tijdig',
      log: () => {},
      isThrownAway: false,
      ...options,
      dataDirectory,
    })
    return {
      url: server.url,
      async stop() {
        await server.stop()
        await lock.release()
      },
    }
  } catch (cause) {
    await lock.release()
    throw new Error(
      `The embedded PostgreSQL cannot run here (${reasonOf(cause)}): set DATABASE_URL to a PostgreSQL 15 or newer instead.`,
      { cause },
    )
  }
}

/** The URL of the server another process runs on this data directory, or null when none answers. */
export async function findRunningEmbeddedPostgres(relativeDirectory: string): Promise<string | null> {
  const dataDirectory = resolve(relativeDirectory)
  const connection = await readConnection(dataDirectory)
  const cluster = await findCluster(dataDirectory)
  if (connection === null || cluster === null) return null
  if (!(await isServerProcess(connection.pid, cluster.directory))) return null
  const url = urlOf(connection)
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    return url
  } catch {
    // It is starting or stopping: for the caller that is the same as not running.
    return null
  } finally {
    await client.end()
  }
}

async function startLocked(options: Required<EmbeddedPostgresOptions>): Promise<EmbeddedPostgres> {
  const { dataDirectory, sharedDirectory, isThrownAway, log } = options
  const known = await readConnection(dataDirectory)
  const password = known?.password ?? randomBytes(24).toString('base64url')
  const existing = await findCluster(dataDirectory)
  const programs = await serverPrograms(await userFor(existing), sharedDirectory)
  if (!existing) log('Creating the database ...')
  const directory = existing?.directory ?? (await createCluster(programs, { dataDirectory, sharedDirectory, password }))
  await stopLeftoverServer(directory)
  if (existing && !known) await resetPassword(programs, directory, password)
  const launch = {
    programs,
    directory,
    logFile: resolve(dataDirectory, 'postgres.log'),
    preferredPort: known?.port ?? 0,
    log,
    isThrownAway,
  }
  const server = await keepRunning(launch, ({ pid, port }) => writeConnection(dataDirectory, { pid, port, password }))
  return { url: urlOf({ port: server.port, password }), stop: server.stop }
}

const longestPauseMs = 10_000

/**
 * Starts the server, and again on the same port whenever it ends by itself, until it is stopped.
 *
 * @param note writes down which server runs now
 */
async function keepRunning(
  launch: Launch,
  note: (server: RunningServer) => Promise<void>,
): Promise<Omit<RunningServer, 'pid'>> {
  const stopping = new AbortController()
  const { signal } = stopping
  let reviving: Promise<void> | undefined
  const onLost = () => {
    reviving = revive()
  }
  const start = async (changes: Partial<Launch>) => {
    const started = await startServer({ ...launch, ...changes, onLost })
    try {
      await note(started)
    } catch (error) {
      await started.stop()
      throw error
    }
    return started
  }
  let server = await start({})
  const { port } = server
  const revive = async () => {
    for (let pauseMs = 250; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      // Rejects only when it is cut short by the stop.
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      try {
        await stopLeftoverServer(launch.directory)
        server = await start({ preferredPort: port, isPortFixed: true })
        launch.log('The embedded PostgreSQL runs again.')
        return
      } catch (error) {
        launch.log(`The embedded PostgreSQL does not start again yet (${reasonOf(error)}).`)
      }
    }
  }
  return {
    port,
    async stop() {
      stopping.abort()
      await reviving
      await server.stop()
    },
  }
}

/** Root runs the server as whoever owns the database already; anybody else only as themselves. */
async function userFor(existing: Cluster | null): Promise<ServerUser | undefined> {
  const isRoot = process.getuid?.() === 0
  if (existing && isRoot) return existing.owner
  if (existing && existing.owner.uid !== process.getuid?.()) {
    throw new Error(`${existing.directory} belongs to another user, number ${existing.owner.uid}`)
  }
  return findServerUser()
}

// Kept when the server stops: the password outlives it, and the same port is taken again when it is free.
type Connection = { readonly pid: number; readonly port: number; readonly password: string }

const connectionFile = 'embedded-postgres.json'

async function readConnection(dataDirectory: string): Promise<Connection | null> {
  const text = await readFile(join(dataDirectory, connectionFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : (JSON.parse(text) as Connection)
}

async function writeConnection(dataDirectory: string, connection: Connection): Promise<void> {
  const staging = join(dataDirectory, `${connectionFile}.new`)
  await writeFile(staging, `${JSON.stringify(connection)}\n`, { mode: 0o600 })
  const { uid, gid } = await stat(dataDirectory)
  if (process.getuid?.() === 0) await chown(staging, uid, gid)
  await rename(staging, join(dataDirectory, connectionFile))
}

function urlOf({ port, password }: Pick<Connection, 'port' | 'password'>): string {
  return `postgres://${ownerName}:${password}@127.0.0.1:${port}/${ownerName}`
}

/** The program's own line about what is wrong, rather than the command that failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('syscall' in error && String(error.syscall).startsWith('spawn')) return 'its programs do not start on this system'
  const lines = 'stderr' in error ? String(error.stderr).trim().split('\n') : []
  return lines.find((line) => /error|FATAL/.test(line)) || lines[0] || error.message
}
