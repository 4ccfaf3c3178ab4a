import { Type, type Static, type TSchema } from 'typebox'
import { fits } from '#/kernel/execution/validation.ts'
import type { IntakeBody } from '#/slices/appointments/appointment-input.ts'
import { parseJson, pause, problemOf, retryAfterMs } from '#/app/client/service-answer.ts'
import type { CancellationBody, RowFault, RowWarning } from './import-row.ts'

/** What became of one row. */
export type SendResult =
  | { readonly kind: 'done'; readonly outcome: DoneOutcome; readonly warnings: readonly RowWarning[] }
  | { readonly kind: 'refused'; readonly faults: readonly RowFault[] }
  /** The import was interrupted before the row had an answer. */
  | { readonly kind: 'unfinished' }
  /** Going on makes no sense; the sentence says why. */
  | { readonly kind: 'stop'; readonly sentence: string }

export type DoneOutcome = 'created' | 'updated' | 'unchanged' | 'reopened' | 'cancelled'

export type Timing = {
  readonly requestTimeoutMs: number
  /** Pause before the second attempt; it doubles from there, up to 30 times as long. */
  readonly firstPauseMs: number
  /** Attempts at a row while the service fails or cannot be reached. */
  readonly attempts: number
  /** How long one row may be told to wait (429) before the import stops. */
  readonly longestWaitMs: number
}

export const defaultTiming: Timing = {
  requestTimeoutMs: 30_000,
  firstPauseMs: 500,
  attempts: 7,
  longestWaitMs: 15 * 60_000,
}

export type IntakeClientOptions = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly holderId: string
  readonly timing: Timing
  /** Ends pauses and forbids new attempts; a request under way gets its answer. */
  readonly signal: AbortSignal
  onPause(ms: number, why: string): void
}

/** A client of the intake. Repeating a call is safe: an appointment is known by its source key. */
export type IntakeClient = {
  /** Why the key may not hand in appointments for this holder; null when it may. */
  refusal(): Promise<string | null>
  submit(body: IntakeBody): Promise<SendResult>
  cancel(body: CancellationBody): Promise<SendResult>
}

export function intakeClient(options: IntakeClientOptions): IntakeClient {
  const base = options.baseUrl.replace(/\/+$/, '')
  const intakeUrl = `${base}/api/v1/platform-holders/${encodeURIComponent(options.holderId)}/appointments/intake`
  // A pause that the service asks of one call holds for all.
  let pausedUntilMs = 0
  let answeredCount = 0

  async function call(method: 'GET' | 'POST', url: string, body?: object): Promise<Answer | SendResult> {
    const answeredBefore = answeredCount
    const startedMs = Date.now()
    let failures = 0
    for (let attempt = 1; ; attempt += 1) {
      if (!(await pause(pausedUntilMs - Date.now(), options.signal))) return { kind: 'unfinished' }
      const answer = await request(method, url, body, options)
      if (answer.status > 0 && answer.status < 500 && answer.status !== 429) {
        answeredCount += 1
        return answer
      }
      if (answer.status !== 429) failures += 1
      const isTimeUp = answer.status === 429 && Date.now() - startedMs > options.timing.longestWaitMs
      if (failures >= options.timing.attempts || isTimeUp) return giveUp(answer, answeredCount > answeredBefore)
      const ms = Math.max(answer.retryAfterMs ?? backoffMs(attempt, options.timing), 20)
      // A 500 delays its own row only; a service that asks to wait or is away delays all rows.
      if (answer.status === 500) {
        if (!(await pause(ms, options.signal))) return { kind: 'unfinished' }
      } else if (Date.now() + ms > pausedUntilMs) {
        // Reported once, not by every row that runs into it.
        if (pausedUntilMs <= Date.now())
          options.onPause(ms, answer.status === 429 ? 'the service asks to slow down' : answer.problem)
        pausedUntilMs = Date.now() + ms
      }
    }
  }

  return {
    async refusal() {
      const answer = await call('GET', `${base}/api/v1/me`)
      if ('kind' in answer) return answer.kind === 'stop' ? answer.sentence : 'The import was interrupted.'
      return identityRefusal(answer, options.holderId)
    },
    async submit(body) {
      const answer = await call('POST', intakeUrl, body)
      if ('kind' in answer) return answer
      if (answer.status === 200 || answer.status === 201) {
        const data = dataOf(SubmitAnswer, answer)
        return data ? { kind: 'done', outcome: data.outcome, warnings: data.warnings } : notUnderstood
      }
      return refusalOf(answer)
    },
    async cancel(body) {
      const answer = await call('POST', `${intakeUrl}/cancellation`, body)
      if ('kind' in answer) return answer
      if (answer.status === 200) {
        return dataOf(CancelAnswer, answer) ? { kind: 'done', outcome: 'cancelled', warnings: [] } : notUnderstood
      }
      // The key was checked at the start, so the appointment is unknown: there is nothing to cancel.
      if (answer.status === 404) return { kind: 'done', outcome: 'unchanged', warnings: [] }
      return refusalOf(answer)
    },
  }
}

type Answer = {
  /** 0: no answer came. */
  readonly status: number
  readonly json: unknown
  readonly retryAfterMs: number | null
  readonly problem: string
}

async function request(
  method: string,
  url: string,
  body: object | undefined,
  { apiKey, timing }: IntakeClientOptions,
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      // A redirect must not take the key elsewhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(timing.requestTimeoutMs),
    })
    const text = await response.text()
    return {
      status: response.status,
      json: parseJson(text),
      retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
      problem: `the service answers ${response.status}`,
    }
  } catch (error) {
    return { status: 0, json: null, retryAfterMs: null, problem: problemOf(error as Error) }
  }
}

function backoffMs(attempt: number, { firstPauseMs }: Timing): number {
  const longest = firstPauseMs * Math.min(2 ** (attempt - 1), 30)
  return Math.round(longest * (0.5 + Math.random() / 2))
}

/** A row that gets 500 while others are answered is refused; otherwise the service has failed, and the import stops. */
function giveUp(answer: Answer, othersWereAnswered: boolean): SendResult {
  if (answer.status === 500 && othersWereAnswered) {
    return { kind: 'refused', faults: [{ field: '', reason: `the service fails on this row${requestIdOf(answer)}` }] }
  }
  const id = answer.status === 0 ? '' : requestIdOf(answer)
  return { kind: 'stop', sentence: `Given up after several attempts: ${answer.problem}${id}.` }
}

function requestIdOf({ json }: Answer): string {
  return fits(WithRequestId, json) ? ` (request id ${json.requestId})` : ''
}

function refusalOf(answer: Answer): SendResult {
  const { status } = answer
  const error = errorOf(answer)
  if (status === 401) {
    // Its own message says how to send a key, which is our part here.
    const why = error?.code === 'UNAUTHENTICATED' ? 'this Tijdig knows no such key.' : error?.message
    return { kind: 'stop', sentence: `The API key is not accepted: ${why ?? 'no reason given.'}` }
  }
  if (status === 403)
    return { kind: 'stop', sentence: `The API key may not do this: ${error?.message ?? 'no reason given.'}` }
  if (status === 404)
    return { kind: 'stop', sentence: 'There is no such platform holder for this key, or no Tijdig at this address.' }
  if (![400, 409, 413].includes(status) || !error) return notUnderstood
  const details = error.details.map(({ path, message }) => ({ field: path, reason: message }))
  return { kind: 'refused', faults: details.length > 0 ? details : [{ field: '', reason: error.message }] }
}

function identityRefusal(answer: Answer, holderId: string): string | null {
  if (answer.status !== 200) {
    const refusal = refusalOf(answer)
    return refusal.kind === 'stop' ? refusal.sentence : notUnderstood.sentence
  }
  const identity = dataOf(IdentityAnswer, answer)
  if (!identity) return notUnderstood.sentence
  if (identity.platformHolderId !== holderId)
    return 'This API key belongs to another platform holder than the one given with --holder.'
  if (!identity.scopes.includes('appointments:intake')) return 'This API key lacks the scope appointments:intake.'
  return null
}

const notUnderstood = {
  kind: 'stop',
  sentence: 'The answer is not one of Tijdig: check --url.',
} as const satisfies SendResult

// Answers may have more fields than these: the intake only ever adds fields.
const WarningSchema = Type.Object({ code: Type.String(), path: Type.String(), message: Type.String() })
const SubmitAnswer = Type.Object({
  outcome: Type.Union([
    Type.Literal('created'),
    Type.Literal('updated'),
    Type.Literal('unchanged'),
    Type.Literal('reopened'),
  ]),
  warnings: Type.Array(WarningSchema),
})
const CancelAnswer = Type.Object({ status: Type.Literal('cancelled') })
const IdentityAnswer = Type.Object({
  platformHolderId: Type.Union([Type.String(), Type.Null()]),
  scopes: Type.Array(Type.String()),
})
const WithRequestId = Type.Object({ requestId: Type.String() })
const ErrorAnswer = Type.Object({
  error: Type.Object({
    code: Type.String(),
    message: Type.String(),
    details: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
  }),
})

function dataOf<S extends TSchema>(schema: S, { json }: Answer): Static<S> | null {
  const data = (json as { data?: unknown } | null)?.data
  return fits(schema, data) ? (data as Static<S>) : null
}

function errorOf({ json }: Answer): Static<typeof ErrorAnswer>['error'] | null {
  return fits(ErrorAnswer, json) ? json.error : null
}
