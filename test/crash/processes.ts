import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually } from '../harness.ts'
import { atEnd } from './at-end.ts'

/** A `tijdig serve` in a process of its own. */
export type ServeProcess = {
  readonly pid: number
  /** Resolves when the process is gone and its output complete. */
  readonly ended: Promise<Ending>
  /** What it wrote so far, both streams. */
  output(): string
  /** Sends a signal to this process only; does nothing once it has ended. */
  signal(signal: NodeJS.Signals): void
  /** Ends it at once, as a crash would, and waits until it is gone. */
  kill(): Promise<void>
  /** The port of its API, as logged when it was ready. */
  apiPort(): number
  /** Waits until it is ready. @throws Error with its output when it ends first */
  untilReady(): Promise<void>
}

export type Ending = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export type Launch = {
  readonly env: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** Folder of the code. Default: this one. */
  readonly code?: string
}

const ownCode = fileURLToPath(new URL('../..', import.meta.url))
/** A start takes seconds of CPU time; on a busy machine many start at once. */
const startPatienceMs = 300_000
/** Twice what an orchestrator waits before it kills, to allow for a busy machine. */
const endPatienceMs = 60_000

/** Starts `tijdig serve` without our own environment; it is killed at the end of the test at the latest. */
export function launchServe(t: TestContext, { args = [], ...launch }: Launch): ServeProcess {
  return launchCommand(t, { ...launch, args: ['serve', ...args] })
}

export function launchCommand(t: TestContext, { env, args = [], code = ownCode }: Launch): ServeProcess {
  const child = spawn(process.execPath, [join(code, 'src/main/cli.ts'), ...args], {
    // Many processes of many tests share one server, whose default is 100 connections.
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '/',
      TIJDIG_DATABASE_CONNECTIONS: '4',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pid = child.pid
  if (pid === undefined) throw new Error('The process did not start')
  const written = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text))
  const ended = once(child, 'close').then(([code, signal]): Ending => ({ code, signal, ...written }))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const signal = (name: NodeJS.Signals) => void (!hasEnded() && process.kill(pid, name))
  const kill = async () => {
    signal('SIGKILL')
    await ended
  }
  atEnd(t, kill)
  return {
    pid,
    ended,
    output: () => written.stdout + written.stderr,
    signal,
    kill,
    apiPort() {
      const ready = written.stdout.split('\n').find((line) => line.includes('"msg":"ready"'))
      return JSON.parse(ready ?? '{}').ports.api
    },
    async untilReady() {
      await eventually(async () => hasEnded() || written.stdout.includes('"msg":"ready"'), startPatienceMs)
      if (hasEnded()) throw new Error(`It ended instead of getting ready: ${written.stderr || written.stdout}`)
    },
  }
}

/** Starts `tijdig serve` and waits until it is ready. */
export async function startServe(t: TestContext, launch: Launch): Promise<ServeProcess> {
  const started = launchServe(t, launch)
  await started.untilReady()
  return started
}

/** Waits for a process to end. @throws Error when it does not */
export async function endOf(serving: ServeProcess, withinMs = endPatienceMs): Promise<Ending & { tookMs: number }> {
  const startedMs = performance.now()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Still running after ${withinMs} ms: ${serving.output()}`)), withinMs)
  })
  try {
    return { ...(await Promise.race([serving.ended, late])), tookMs: performance.now() - startedMs }
  } finally {
    clearTimeout(timer)
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}
