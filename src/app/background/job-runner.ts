import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger as GraphileLogger, run, type Runner, type RunnerOptions, type WorkerEvents } from 'graphile-worker'
import type { Log } from '#/kernel/log.ts'

export type KeptRunner = {
  /** Takes no new job, and resolves when the last one is done. */
  stop(): Promise<void>
}

/** For how long a runner may be unable to look for jobs before it is replaced. */
const patienceMs = 5_000
const pauseMs = 1_000

/**
 * Runs jobs, and replaces a runner that ends by itself or can no longer look for jobs. The library ends when it cannot
 * record that a job is done, and a runner that could not read the ids of its tasks when it started never asks again.
 *
 * @throws whatever keeps the first runner from starting
 */
export async function keepRunning(options: RunnerOptions, log: Log): Promise<KeptRunner> {
  const stopping = new AbortController()
  const { signal } = stopping
  const told = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  let current = await begin(options, log)
  const kept = (async () => {
    for (;;) {
      const reason = await Promise.race([told, current.over])
      // Stopping a runner that has ended rejects again.
      await current.runner.stop().catch(() => undefined)
      await current.runner.promise.catch(() => undefined)
      if (reason === undefined) return
      log.error({ from: 'jobs', reason }, 'job runner replaced')
      const next = await beginAgain(options, log, signal)
      if (next === null) return
      current = next
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await kept
    },
  }
}

type Running = {
  readonly runner: Runner
  /** Resolves when it must be replaced, with the reason. */
  readonly over: Promise<string>
}

async function begin(options: RunnerOptions, log: Log): Promise<Running> {
  const events: WorkerEvents = new EventEmitter()
  const cannotLook = new Promise<string>((resolve) => {
    let failingSince: number | null = null
    events.on('worker:getJob:error', () => {
      failingSince ??= performance.now()
      if (performance.now() - failingSince > patienceMs) resolve('It cannot look for jobs')
    })
    for (const event of ['worker:getJob:empty', 'job:start'] as const)
      events.on(event, () => {
        failingSince = null
      })
  })
  const runner = await run({ ...options, events, noHandleSignals: true, logger: quietLogger(log) })
  const ended = runner.promise.then(
    () => 'It ended',
    () => 'It failed',
  )
  return { runner, over: Promise.race([ended, cannotLook]) }
}

/** Tries until it succeeds, while the database is away. @returns null when it was told to stop meanwhile */
async function beginAgain(options: RunnerOptions, log: Log, signal: AbortSignal): Promise<Running | null> {
  while (!signal.aborted) {
    try {
      return await begin(options, log)
    } catch (error) {
      log.warn({ err: error, from: 'jobs' }, 'job runner does not start')
      // Rejects only when the stop cuts it short.
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
  return null
}

/** The library's lines can quote payloads and values, so they are cut before the error's own text. */
function quietLogger(log: Log) {
  return new GraphileLogger(() => (level, message) => {
    const text = message.split(' with error')[0]
    if (level === 'error') log.error({ from: 'jobs' }, text)
    else if (level === 'warning') log.warn({ from: 'jobs' }, text)
  })
}
