import { Type, type Static } from 'typebox'
import type { KeyApi } from '#/app/client/key-api.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { pause } from '#/app/client/service-answer.ts'

/** A call of a key, as the request log has it; it may have more fields than these. */
export type LoggedCall = Static<typeof LoggedCall>

const LoggedCall = Type.Object({
  id: Type.String(),
  answeredAt: Type.String(),
  requestId: Type.String(),
  operation: Type.String(),
  method: Type.String(),
  path: Type.String(),
  status: Type.Integer(),
  errorCode: Type.Union([Type.String(), Type.Null()]),
  details: Type.Array(Type.Object({ path: Type.String(), code: Type.String() })),
  durationMs: Type.Integer(),
})

const LogPage = Type.Object({
  items: Type.Array(LoggedCall),
  nextPageToken: Type.Union([Type.String(), Type.Null()]),
})

/** Entries are written in batches by several processes: one can show this much later than a newer one. */
const lateMs = 30_000

export type FollowCallsOptions = {
  /** Null: all. */
  readonly status: '2xx' | '4xx' | '5xx' | null
  readonly signal: AbortSignal
  readonly everyMs: number
}

/**
 * The newest calls, and then those to come, each once, the oldest of a round first.
 *
 * @throws OperatorError; the reason of the signal
 */
export async function* followCalls(api: KeyApi, options: FollowCallsOptions): AsyncGenerator<LoggedCall> {
  const { status, signal, everyMs } = options
  const filter: Record<string, string> = status === null ? {} : { status }
  const seen = new Map<string, number>()
  let newest: number | null = null
  for (;;) {
    // The first round shows a page, each other all that came, in few reads.
    const since: Record<string, string> =
      newest === null ? {} : { from: new Date(newest - lateMs).toISOString(), pageSize: '100' }
    // To the end: behind a page of which all was seen there may be one that came late.
    const calls = await readCalls(api, { ...filter, ...since }, newest !== null)
    for (const call of calls.toReversed().filter(({ id }) => !seen.has(id))) {
      const at = Date.parse(call.answeredAt)
      seen.set(call.id, at)
      newest = Math.max(newest ?? at, at)
      yield call
    }
    for (const [id, at] of seen) if (newest !== null && at < newest - lateMs) seen.delete(id)
    await pause(everyMs, signal)
    signal.throwIfAborted()
  }
}

async function readCalls(api: KeyApi, query: Record<string, string>, isWhole: boolean): Promise<LoggedCall[]> {
  const calls: LoggedCall[] = []
  for (let token: string | null = null; ;) {
    const more: Record<string, string> = token === null ? {} : { pageToken: token }
    const page: Static<typeof LogPage> | null = await api.call(LogPage, {
      method: 'GET',
      path: '/request-log',
      query: { ...query, ...more },
    })
    if (page === null)
      throw new OperatorError('This Tijdig keeps no log of calls: its version is older than this command.')
    calls.push(...page.items)
    token = page.nextPageToken
    if (token === null || !isWhole) return calls
  }
}
