import { ApiError, ConnectionError, isErrorBody } from './api-error.ts'
import { isUnasked } from './presence.ts'

type RequestOptions = {
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** The voice agent's tool that makes the call: what only a person may do is then refused. */
  readonly agentTool?: string
  /** Sends it also when the page is being left. */
  readonly outlivesPage?: boolean
  /** The page makes it by itself: it never counts as use of the session. */
  readonly isInBackground?: boolean
  /** How long the answer may take: on a network that swallows everything nothing else ends a call. */
  readonly longestMs?: number
}

/**
 * One call to our own origin, with its cookie; never retried, but for one that was refused until something was given.
 *
 * @returns `data` of the envelope, or the text where the answer is a file
 * @throws ApiError when it is refused
 * @throws ConnectionError when nothing answers, or something that is not our server
 */
export async function request(method: string, path: string, options: RequestOptions = {}): Promise<unknown> {
  const { body, signal, agentTool, outlivesPage = false, isInBackground = false } = options
  const { longestMs = method === 'GET' ? 30_000 : 60_000 } = options
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new DOMException('No answer in time', 'TimeoutError')), longestMs)
  try {
    const answer = await send(path, {
      method,
      keepalive: outlivesPage,
      signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
      headers: {
        accept: 'application/json',
        // What the server says to somebody who chose no language for their account is in that of the page.
        'accept-language': document.documentElement.lang,
        ...own,
        // CSRF proof, which every change from a browser needs.
        ...(method === 'GET' ? {} : { 'x-service-csrf': '1' }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(isInBackground || (method === 'GET' && isUnasked()) ? { 'x-tijdig-background': '1' } : {}),
        ...(agentTool === undefined ? {} : { 'x-voice-tool': agentTool }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
    const content: unknown = await read(answer, isJson)
    if (isErrorBody(content)) {
      const error = new ApiError(answer.status, content, retryAfter(answer))
      if (await prepare?.(error)) return await request(method, path, options)
      throw error
    }
    if (!answer.ok) throw new ConnectionError(`${answer.status} without a body of ours`)
    return isJson ? (content as { data: unknown }).data : content
  } finally {
    clearTimeout(timer)
  }
}

let prepare: ((error: ApiError) => Promise<boolean | void>) | null = null

/**
 * Has something done before anybody learns of an error: the sentences about it are loaded with the first.
 *
 * @param by true when what was missing is given by now: nobody learns of the error then, and the call is made again
 */
export function prepareErrors(by: (error: ApiError) => Promise<boolean | void>): void {
  prepare = by
}

let own: Readonly<Record<string, string>> = {}

/** From now on calls carry these headers, which say as whom they are made. They stay in memory. */
export function callWith(headers: Readonly<Record<string, string>>): void {
  own = headers
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, credentials: 'same-origin', redirect: 'error' })
  } catch (error) {
    throw asConnectionError(error)
  }
}

async function read(answer: Response, isJson: boolean): Promise<unknown> {
  try {
    return await (isJson ? answer.json() : answer.text())
  } catch (error) {
    throw asConnectionError(error)
  }
}

/** An abort stays an abort; everything else that fetch throws is a failure of the connection. */
function asConnectionError(error: unknown): unknown {
  const name = error instanceof DOMException ? error.name : null
  if (name === 'AbortError') return error
  return new ConnectionError('No answer', { cause: error, isLate: name === 'TimeoutError' })
}

function retryAfter(answer: Response): number | null {
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : null
}
