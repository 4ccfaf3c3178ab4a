import { ApiError, ConnectionError } from '#web/api/api-error.ts'
import type { Body } from './file/facts.ts'
import type { Accepted } from './file/prepared.ts'
import { requestIdOf } from './file/read-file.ts'

/** State of an import. */
export type Progress = {
  readonly state: 'running' | 'slowed' | 'no_connection' | 'stopped' | 'finished'
  readonly made: number
  readonly failed: readonly Failed[]
  /** Rows without an answer, once it has stopped. */
  readonly rest: readonly Accepted[]
  /** The error that stopped it; null when somebody stopped it, or nothing has. */
  readonly error: unknown
}

export type Failed = { readonly row: Accepted; readonly error: unknown }

export type Sending = {
  readonly fileHash: string
  /** Makes one appointment; idempotent by the id. */
  readonly create: (clientRequestId: string, body: Body) => Promise<unknown>
  readonly onProgress: (progress: Progress) => void
  readonly signal: AbortSignal
}

const atOnce = 4
const attemptsMax = 4
const reconnectMs = 3_000

/**
 * Makes the appointments of `rest`, a few at a time. Waits when rate-limited or offline; stops when signed out or not
 * allowed.
 *
 * @param before progress to resume from; at first nothing made, and every row in `rest`
 */
export async function sendRows({ fileHash, create, onProgress, signal }: Sending, before: Progress): Promise<void> {
  const waiting = [...before.rest]
  const failed = [...before.failed]
  const unanswered: Accepted[] = []
  let { made } = before
  let error: unknown = null
  let resumeAt = 0
  const stop = new AbortController()
  const ended = AbortSignal.any([signal, stop.signal])
  const tell = (state: Progress['state'], rest: readonly Accepted[] = []) =>
    onProgress({ state, made, failed: [...failed], rest, error })

  async function send(row: Accepted): Promise<void> {
    const id = await requestIdOf(fileHash, row.key)
    for (let attempt = 1; ; attempt += 1) {
      await pause(resumeAt - performance.now(), ended)
      if (ended.aborted) break
      try {
        await create(id, row.body)
        made += 1
        return
      } catch (problem) {
        const wait = waitAfter(problem, attempt)
        if (wait === 'fail') {
          failed.push({ row, error: problem })
          return
        }
        if (wait === 'stop') {
          error = problem
          stop.abort()
          break
        }
        resumeAt = Math.max(resumeAt, performance.now() + wait)
        tell(problem instanceof ConnectionError ? 'no_connection' : 'slowed')
      }
    }
    unanswered.push(row)
  }

  async function work(): Promise<void> {
    while (!ended.aborted) {
      const row = waiting.shift()
      if (!row) return
      await send(row)
      if (!ended.aborted) tell('running')
    }
  }

  tell('running')
  await Promise.all(Array.from({ length: atOnce }, work))
  const rest = [...unanswered, ...waiting]
  tell(rest.length > 0 ? 'stopped' : 'finished', rest)
}

/** Milliseconds until the next attempt; `fail` when only this row is refused, `stop` when every row would be. */
function waitAfter(problem: unknown, attempt: number): number | 'fail' | 'stop' {
  if (problem instanceof ConnectionError) return reconnectMs
  if (!(problem instanceof ApiError)) return 'stop'
  if (problem.status === 429) return (problem.retryAfterSeconds ?? 5) * 1_000
  if (problem.status === 401 || problem.status === 403) return 'stop'
  if (problem.status >= 500 && problem.isRetryable && attempt < attemptsMax) return attempt * 2_000
  return 'fail'
}

/** Ends early when it is stopped, or the connection is back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
