import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { open, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { serverEnvironment, type ServerPrograms, type ServerUser } from './embedded-postgres-binaries.ts'

const run = promisify(execFile)

/** A server that accepts connections and ends with this process at the latest. */
export type RunningServer = { readonly pid: number; readonly port: number; stop(): Promise<void> }

export type Launch = {
  readonly programs: ServerPrograms
  readonly directory: string
  readonly logFile: string
  /** Taken when it is free; 0 for any. */
  readonly preferredPort: number
  /** True when clients know the port already, so that no other will do: there is one try then. */
  readonly isPortFixed?: boolean
  /** Where it listens, as PostgreSQL writes it. Default: the machine itself. */
  readonly listenAddresses?: string
  /** Called when the server ends without being stopped. */
  readonly onLost?: () => void
  readonly log: (line: string) => void
  readonly isThrownAway: boolean
}

/** Starts the server on its files and waits until it accepts connections; the lock of the data directory is ours. */
export async function startServer(launch: Launch): Promise<RunningServer> {
  const deadline = performance.now() + startPatienceMs
  for (let port = launch.preferredPort; ; port = 0) {
    try {
      return await startOnPort(launch, launch.isPortFixed ? port : await freePort(port))
    } catch (error) {
      if (launch.isPortFixed || !isPassing(error) || performance.now() > deadline) throw error
      await sleep(200)
    }
  }
}

/** Stops a server that outlived the process it belonged to; the lock of the data directory is ours. */
export async function stopLeftoverServer(directory: string): Promise<void> {
  const state = await readServerState(directory)
  if (state === null) return
  const isThere = () => isServerProcess(state.pid, directory)
  if (await isThere()) await stopServerProcess(state.pid, async () => !(await isThere()))
  // A killed server leaves it, and PostgreSQL would take whichever process has this id for a running server: another
  // program, or what is left of the killed one until its parent looks.
  await rm(join(directory, 'postmaster.pid'), { force: true })
}

/** Whether this process is a PostgreSQL server on these files; a process id alone may belong to somebody else by now. */
export async function isServerProcess(pid: number, directory: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ESRCH') return ''
      throw error
    })
    return command.split('\0').includes(directory)
  }
  return run('ps', ['-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.includes(directory),
    (error: { code?: unknown }) => {
      if (error.code === 1) return false
      throw error
    },
  )
}

// For a development machine; durability is given up for throw-away databases only.
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
} as const
const thrownAway = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '500' } as const

const startPatienceMs = 120_000
const logCeilingBytes = 10_000_000

async function startOnPort(launch: Launch, port: number): Promise<RunningServer> {
  const { programs, directory } = launch
  const log = await openLog(launch.logFile)
  const child = spawn(
    join(programs.binDirectory, 'postgres'),
    [
      '-D',
      directory,
      '-p',
      String(port),
      ...Object.entries({
        ...settings,
        ...(launch.isThrownAway ? thrownAway : {}),
        ...(launch.listenAddresses ? { listen_addresses: launch.listenAddresses } : {}),
      }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // A group of its own: Ctrl-C in a terminal reaches us, and we stop the server when nothing needs it any more.
    { ...programs.user, cwd: '/', env: serverEnvironment, stdio: ['ignore', log.fd, log.fd], detached: true },
  )
  child.unref()
  const failure = new Promise<Error | null>((settle) => {
    child.once('error', settle)
    child.once('exit', () => settle(null))
  })
  await log.close()
  const ended = await Promise.race([failure, untilReady(child, directory)])
  if (ended === 'ready' && child.pid !== undefined) return supervise(child, child.pid, port, launch)
  if (ended instanceof Error) throw ended
  throw new Error(await lastComplaint(launch.logFile, log.size))
}

function supervise(child: ChildProcess, pid: number, port: number, launch: Launch): RunningServer {
  const watcher = stopServerWithUs(pid, launch.programs.user)
  let isStopping = false
  child.once('exit', () => {
    watcher.kill('SIGKILL')
    if (isStopping) return
    launch.log(`The embedded PostgreSQL stopped by itself; ${launch.logFile} says why.`)
    launch.onLost?.()
  })
  return {
    pid,
    port,
    async stop() {
      isStopping = true
      await stopServerProcess(pid, () => hasEnded(child))
    },
  }
}

async function untilReady(child: ChildProcess, directory: string): Promise<'ready'> {
  const deadline = performance.now() + startPatienceMs
  while (!hasEnded(child)) {
    const state = await readServerState(directory)
    if (state?.pid === child.pid && state?.isReady) return 'ready'
    if (performance.now() > deadline) child.kill('SIGQUIT')
    await sleep(5)
  }
  return new Promise<'ready'>(() => {})
}

/**
 * Ties the server's life to ours, even when we are killed: a shell waits for the end of a pipe that only we hold open,
 * then stops the server.
 */
function stopServerWithUs(pid: number, user: ServerUser | undefined): ChildProcess {
  const watcher = spawn('/bin/sh', ['-c', 'read -r line; kill -INT "$1"', 'sh', String(pid)], {
    ...user,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.unref()
  // Node makes the pipe of a child a socket; its type does not say so.
  ;(watcher.stdin as Socket | null)?.unref()
  return watcher
}

/** Closes connections and writes everything; a server that hangs is stopped hard and recovers at its next start. */
async function stopServerProcess(pid: number, isGone: () => boolean | Promise<boolean>): Promise<void> {
  const patienceMs = { SIGINT: 30_000, SIGQUIT: 10_000, SIGKILL: 5_000 } as const
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const deadline = performance.now() + patienceMs[signal]
    if (!(await isGone())) sendSignal(pid, signal)
    while (performance.now() < deadline) {
      if (await isGone()) return
      await sleep(10)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop`)
}

/** What a server writes about itself; null when there is none. */
async function readServerState(directory: string): Promise<{ pid: number; isReady: boolean } | null> {
  const text = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, isReady: ['ready', 'standby'].includes(lines[7]?.trim() ?? '') } : null
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Another program took the port meanwhile, or the last processes of a killed server are about to end. */
function isPassing(error: unknown): boolean {
  return error instanceof Error && /TCP\/IP sockets|Address already in use|shared memory block/.test(error.message)
}

async function freePort(preferred: number): Promise<number> {
  const probe = createServer()
  const isFree = await new Promise<boolean>((settle) => {
    probe.once('error', () => settle(false))
    probe.listen(preferred, '127.0.0.1', () => settle(true))
  })
  if (!isFree) return freePort(0)
  const { port } = probe.address() as AddressInfo
  await new Promise((settle) => probe.close(settle))
  return port
}

async function openLog(file: string): Promise<{ fd: number; size: number; close(): Promise<void> }> {
  const handle = await open(file, 'a', 0o600)
  const { size } = await handle.stat()
  if (size > logCeilingBytes) await handle.truncate()
  return { fd: handle.fd, size: size > logCeilingBytes ? 0 : size, close: () => handle.close() }
}

async function lastComplaint(logFile: string, offset: number): Promise<string> {
  const lines = (await readFile(logFile)).subarray(offset).toString().trim().split('\n')
  const complaint = lines.findLast((line) => /FATAL|PANIC|error/.test(line)) ?? lines.at(-1)
  return complaint?.replace(/^.*?(?:FATAL|PANIC):\s+/, '') || 'it ended without a word'
}
