import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { storableText } from '#/kernel/text/storable-text.ts'
import { addressFault, isOwnMachine, type WebhookNetworks } from './networks.ts'
import { signedHeaders } from './sign.ts'

/** Why a call was no success: by the outside world, never by an error of ours. */
export type AttemptError =
  | 'private_address'
  | 'name_not_found'
  | 'refused'
  | 'tls'
  | 'timeout'
  | 'connection_lost'
  | 'redirect'
  | 'status'

/** One call of an endpoint. */
export type Attempt = {
  /** When it began, in real time. */
  readonly at: Temporal.Instant
  readonly durationMs: number
  /** What it answered; null when no answer came. */
  readonly status: number | null
  /** Null: it answered 2xx, which alone is success. */
  readonly errorCode: AttemptError | null
  /** The first 1,024 bytes of its answer, as text that can be stored. */
  readonly answer: string | null
  /** `Retry-After` of its answer, in seconds from then. */
  readonly retryAfter: number | null
}

type Endpoint = { readonly url: string; readonly secrets: readonly string[]; readonly networks: WebhookNetworks }
type Message = { readonly id: string; readonly body: string }

const connectMs = 5_000
const allMs = 15_000
/** For the rest of an answer whose status is known. */
const restMs = 2_000
const answerBytes = 1_024
/** A connection whose answer goes on after so many bytes is not worth keeping. */
const longestAnswer = 16_384

/**
 * Calls an endpoint once: signed, and not beyond the addresses that may be called. Redirects are not followed. Never
 * throws for what others do.
 *
 * @param signal ends the call, as one whose connection was lost
 */
export async function callEndpoint(endpoint: Endpoint, message: Message, signal?: AbortSignal): Promise<Attempt> {
  const at = Temporal.Now.instant()
  const startedMs = performance.now()
  const outcome = await outcomeOf(endpoint, message, at, signal)
  return { at, durationMs: Math.round(performance.now() - startedMs), ...outcome }
}

type Outcome = Omit<Attempt, 'at' | 'durationMs'>

async function outcomeOf(
  { url, secrets, networks }: Endpoint,
  message: Message,
  at: Temporal.Instant,
  signal?: AbortSignal,
): Promise<Outcome> {
  // Stored when it was not refused; the environment or the code may have changed since.
  if (addressFault(url, networks) !== null) return unanswered('private_address')
  const headers = {
    ...signedHeaders(secrets, message, at),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(message.body)),
    'user-agent': 'Tijdig-Webhooks',
  }
  try {
    const response = await send(new URL(url), networks, headers, message.body, signal)
    const answer = await readAnswer(response)
    return { ...judge(response), answer, retryAfter: retryAfterOf(response, at) }
  } catch (error) {
    return unanswered(errorCodeOf(error))
  }
}

function unanswered(errorCode: AttemptError): Outcome {
  return { status: null, errorCode, answer: null, retryAfter: null }
}

function send(
  url: URL,
  networks: WebhookNetworks,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal | undefined,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  const agent = isOwnMachine(url) ? networks.loopback[isSecure ? 'https' : 'http'] : networks.https
  const once = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const call = (isSecure ? requestHttps : requestHttp)(url, { method: 'POST', headers, agent })
      const giveUp = (why: Error) => {
        call.destroy(why)
        // It says so itself only once it has a connection.
        reject(why)
      }
      const connecting = setTimeout(giveUp, connectMs, new TimedOut())
      const whole = setTimeout(giveUp, allMs, new TimedOut())
      const abort = () => giveUp(new Aborted())
      signal?.addEventListener('abort', abort)
      const connected = () => clearTimeout(connecting)
      call.once('socket', (socket) => {
        if (call.reusedSocket || !(isSecure || socket.connecting)) connected()
        else socket.once(isSecure ? 'secureConnect' : 'connect', connected)
      })
      call.once('response', resolve)
      // 101: an answer, and no success.
      call.once('upgrade', (answer, socket) => {
        socket.destroy()
        resolve(answer)
      })
      call.on('error', (error) => reject(call.reusedSocket ? new LostWhenReused(error) : error))
      call.once('close', () => {
        clearTimeout(connecting)
        clearTimeout(whole)
        signal?.removeEventListener('abort', abort)
      })
      if (signal?.aborted) abort()
      call.end(body)
    })
  // A server may close a connection that rests just when it is used again: that says nothing about it.
  return once().catch((error: unknown) => {
    if (error instanceof LostWhenReused && isReset(error.cause)) return once()
    throw error instanceof LostWhenReused ? error.cause : error
  })
}

class TimedOut extends Error {
  override readonly name = 'TimedOut'
}

class Aborted extends Error {
  override readonly name = 'Aborted'
}

class LostWhenReused extends Error {
  override readonly name = 'LostWhenReused'
  constructor(cause: unknown) {
    super('A connection that was used before is lost', { cause })
  }
}

function isReset(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')
}

/** The beginning of an answer. What goes wrong after its status changes nothing about it. */
async function readAnswer(response: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  const slow = setTimeout(() => response.destroy(), restMs)
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (size < answerBytes) chunks.push(chunk)
      size += chunk.length
      if (size > longestAnswer) break
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
  } finally {
    clearTimeout(slow)
  }
  return size === 0 ? null : cut(Buffer.concat(chunks).subarray(0, answerBytes).toString('utf8'))
}

/** What replaces bytes that are no text is longer than they are. */
function cut(text: string): string {
  const bytes = new Uint8Array(answerBytes)
  const { read } = new TextEncoder().encodeInto(storableText(text), bytes)
  return storableText(text).slice(0, read)
}

function judge({ statusCode = 0 }: IncomingMessage): Pick<Outcome, 'status' | 'errorCode'> {
  if (statusCode >= 200 && statusCode < 300) return { status: statusCode, errorCode: null }
  return { status: statusCode, errorCode: statusCode >= 300 && statusCode < 400 ? 'redirect' : 'status' }
}

/** Seconds, or a date (RFC 9110, section 10.2.3); null when it says neither. */
function retryAfterOf({ headers }: IncomingMessage, at: Temporal.Instant): number | null {
  const value = headers['retry-after']?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const until = value === '' ? Number.NaN : Date.parse(value)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - at.epochMilliseconds) / 1_000))
}

/** What a failed connection says, in our words. */
function errorCodeOf(error: unknown): AttemptError {
  if (error instanceof TimedOut) return 'timeout'
  if (error instanceof Aborted) return 'connection_lost'
  const all = error instanceof AggregateError ? error.errors : [error]
  const codes = all.map((one) => String((one as NodeJS.ErrnoException).code ?? ''))
  for (const [errorCode, isIt] of words) if (codes.some((code) => isIt.test(code))) return errorCode
  return 'connection_lost'
}

const words: readonly (readonly [AttemptError, RegExp])[] = [
  ['private_address', /^(EPRIVATE|ERR_IP_BLOCKED)$/],
  ['name_not_found', /^(ENOTFOUND|ENODATA|EAI_AGAIN|EAI_NODATA|EBADNAME|EBADRESP|ESERVFAIL|EREFUSED|EFORMERR)$/],
  ['refused', /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/],
  ['timeout', /^(ETIMEDOUT|ETIMEOUT)$/],
  ['tls', /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/],
]
