import { ApiError, ConnectionError } from '#web/api/api-error.ts'
import type { Accepted } from './file/prepared.ts'
import type { Row } from './worker/opened-file.ts'

/** State of an import. */
export type Progress = {
  readonly state: 'running' | 'slowed' | 'no_connection' | 'stopped' | 'finished'
  readonly made: number
  /** One list for the whole import, which grows. */
  readonly failed: readonly Failed[]
  /** How many rows have been taken from the file. */
  readonly taken: number
  /** Those of them without an answer, once it has stopped. */
  readonly rest: readonly Row[]
  /** When it goes on, by `performance.now()`, where it waits for the allowance. */
  readonly waitsUntil: number | null
  /** The error that stopped it; null when somebody stopped it, or nothing has. */
  readonly error: unknown
}

export type Failed = { readonly row: Accepted; readonly error: unknown }

export type Sending = {
  readonly total: number
  /** The next rows of the file. */
  readonly rowsFrom: (taken: number) => Promise<readonly Row[]>
  /** Makes one appointment; idempotent by the row's id. */
  readonly create: (row: Row) => Promise<unknown>
  readonly onProgress: (progress: Progress) => void
  readonly signal: AbortSignal
}

export const nothingSent: Progress = {
  state: 'running',
  made: 0,
  failed: [],
  taken: 0,
  rest: [],
  waitsUntil: null,
  error: null,
}

const atOnce = 4
const attemptsMax = 4
const reconnectMs = 3_000
/** How often progress is told; more would cost more than it shows. */
const toldEveryMs = 250
/** The allowance comes back a second at a time, which is no reason to say anything. */
const worthTellingMs = 3_000

/**
 * Makes the appointments of a file, a few at a time. Waits when rate-limited or offline; stops when signed out or not
 * allowed.
 *
 * @param before progress to resume from
 */
export async function sendRows(sending: Sending, before: Progress): Promise<void> {
  const { total, rowsFrom, create, onProgress, signal } = sending
  const failed = [...before.failed]
  let waiting = [...before.rest]
  let { made, taken } = before
  let error: unknown = null
  let [resumeAt, toldAt] = [0, 0]
  const stop = new AbortController()
  const ended = AbortSignal.any([signal, stop.signal])
  const tell = (state: Progress['state'], more: Partial<Progress> = {}) => {
    toldAt = performance.now()
    onProgress({ state, made, failed, taken, rest: [], waitsUntil: null, error, ...more })
  }

  /** Whether it was answered. */
  async function send(row: Row): Promise<boolean> {
    for (let attempt = 1; ; attempt += 1) {
      await pause(resumeAt - performance.now(), ended)
      if (ended.aborted) return false
      try {
        await create(row)
        made += 1
        return true
      } catch (problem) {
        const wait = waitAfter(problem, attempt)
        if (wait === 'fail') {
          failed.push({ row, error: problem })
          return true
        }
        if (wait === 'stop') {
          error = problem
          stop.abort()
          return false
        }
        resumeAt = Math.max(resumeAt, performance.now() + wait)
        if (problem instanceof ConnectionError) tell('no_connection')
        else if (wait >= worthTellingMs) tell('slowed', { waitsUntil: resumeAt })
      }
    }
  }

  async function work(unanswered: Row[]): Promise<void> {
    while (!ended.aborted) {
      const row = waiting.shift()
      if (!row) return
      if (!(await send(row))) unanswered.push(row)
      // While the others wait, that is what is said.
      else if (!ended.aborted && performance.now() > Math.max(toldAt + toldEveryMs, resumeAt)) tell('running')
    }
  }

  async function next(): Promise<Row[]> {
    try {
      const rows = await rowsFrom(taken)
      taken += rows.length
      return [...rows]
    } catch (problem) {
      error = problem
      stop.abort()
      return []
    }
  }

  tell('running')
  while (made + failed.length < total) {
    if (waiting.length === 0) waiting = await next()
    if (ended.aborted) break
    const unanswered: Row[] = []
    await Promise.all(Array.from({ length: atOnce }, () => work(unanswered)))
    waiting = [...unanswered, ...waiting].toSorted((one, other) => one.line - other.line)
  }
  tell(made + failed.length < total ? 'stopped' : 'finished', { rest: waiting })
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

/** Ends early when it is stopped. */
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
