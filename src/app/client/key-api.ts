import { Type, type Static, type TSchema } from 'typebox'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { fits } from '#/kernel/execution/validation.ts'
import { parseJson, pause, problemOf, retryAfterMs } from './service-answer.ts'

/** The API of one organization, as whoever has a key of it calls it. Paths begin after /api/v1/platform-holders/{id}. */
export type KeyApi = {
  readonly platformHolderId: string
  /**
   * Whatever a service that fails, asks to wait or is away answers, it is asked again.
   *
   * @returns null where there is no such thing (404)
   * @throws OperatorError that says what to do; the reason of the signal
   */
  call<S extends TSchema>(schema: S, call: ApiCall): Promise<Static<S> | null>
}

export type ApiCall = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  /** How much longer than usual an answer may take. */
  readonly waitMs?: number
}

export type KeyApiOptions = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly signal: AbortSignal
  /** How often a call is tried: of a command that follows something, for as long as it runs. */
  readonly attempts: number
  /** Pause before the second attempt; it doubles from there, up to 60 times as long. */
  readonly firstPauseMs: number
  /** Told once it is certain that there is a pause. */
  onPause(ms: number, why: string): void
  /** Told when a service that had to be asked again has answered. */
  onBack(): void
}

const usualMs = 20_000

/**
 * Asks whose key it is, and whether it may do what the command does.
 *
 * @throws OperatorError
 */
export async function openKeyApi(scope: string, options: KeyApiOptions): Promise<KeyApi> {
  const base = `${options.baseUrl.replace(/\/+$/, '')}/api/v1`
  const me = understood(Identity, await answered(`${base}/me`, { method: 'GET', path: '' }, options))
  if (me === null) throw new OperatorError(notTijdig)
  if (me.platformHolderId === null)
    throw new OperatorError('This API key is of a person, not of an organization: a member of staff makes another one.')
  if (!me.scopes.includes(scope))
    throw new OperatorError(
      `This API key lacks the scope ${scope}: make one with it in the portal, or as docs/running/people.md says.`,
    )
  const home = `${base}/platform-holders/${me.platformHolderId}`
  return {
    platformHolderId: me.platformHolderId,
    call: async (schema, call) => understood(schema, await answered(home + call.path, call, options)),
  }
}

type Answer = { readonly status: number; readonly json: unknown }

/** The first answer that is one of the service itself. */
async function answered(url: string, call: ApiCall, options: KeyApiOptions): Promise<Answer> {
  const { signal, attempts, firstPauseMs } = options
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask(url, call, options)
    signal.throwIfAborted()
    if ('json' in answer) {
      if (attempt > 1) options.onBack()
      return answer
    }
    if (attempt >= attempts) throw new OperatorError(`Given up after ${attempts} attempts: ${answer.problem}.`)
    const longest = firstPauseMs * Math.min(2 ** (attempt - 1), 60)
    const ms = Math.max(answer.retryAfterMs ?? longest * (0.5 + Math.random() / 2), 20)
    options.onPause(ms, answer.problem)
    await pause(ms, signal)
    signal.throwIfAborted()
  }
}

type NoAnswer = { readonly problem: string; readonly retryAfterMs: number | null }

async function ask(url: string, call: ApiCall, { apiKey, signal }: KeyApiOptions): Promise<Answer | NoAnswer> {
  const { method, query = {}, body, waitMs = 0 } = call
  try {
    const response = await fetch(`${url}?${new URLSearchParams(query)}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      // A redirect must not take the key elsewhere.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(usualMs + waitMs)]),
    })
    const json = parseJson(await response.text())
    const { status } = response
    if (status < 500 && status !== 429) return { status, json }
    const said = fits(Refusal, json) ? `: ${json.error.message.replace(/\.$/, '')}` : ''
    return {
      problem: `the service answers ${status}${said}`,
      retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
    }
  } catch (error) {
    return { problem: problemOf(error as Error), retryAfterMs: null }
  }
}

/** The data of an answer; null of 404. @throws OperatorError */
function understood<S extends TSchema>(schema: S, { status, json }: Answer): Static<S> | null {
  if (status === 404 && fits(Refusal, json)) return null
  if (status >= 400 && fits(Refusal, json)) throw new OperatorError(inWords(status, json.error))
  const data = (json as { data?: unknown } | null)?.data
  if (status < 300 && fits(schema, data)) return data
  throw new OperatorError(notTijdig)
}

const notTijdig = 'The answer is not one of Tijdig: check --url.'

function inWords(status: number, { code, message, details }: Static<typeof Refusal>['error']): string {
  if (code === 'UNAUTHENTICATED')
    return 'The API key is not accepted: this Tijdig knows no such key. Check TIJDIG_API_KEY and --url.'
  if (code === 'SCOPE_MISSING') return `The API key may not do this: ${message}`
  const faults = details.map(({ path, message: fault }) => `${path}: ${fault}`)
  return [`${status} ${code}. ${message}`, ...faults].join(' ')
}

// Answers may have more fields than these.
const Identity = Type.Object({
  platformHolderId: Type.Union([Type.String(), Type.Null()]),
  scopes: Type.Array(Type.String()),
})
const Refusal = Type.Object({
  error: Type.Object({
    code: Type.String(),
    message: Type.String(),
    details: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
  }),
})
