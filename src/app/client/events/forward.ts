import { createHmac } from 'node:crypto'
import { signedHeaders } from '#/slices/webhooks/deliver/sign.ts'

/** What is sent to a receiver: an event, as the feed has it or as an example. */
export type Message = { readonly id: string }

export type Receiver = {
  readonly url: string
  /** `whsec_…`, with which its messages are signed. */
  readonly secret: string
  /** As long as an endpoint waits, unless a test has less time. */
  readonly timeoutMs?: number
}

/** What became of a message. */
export type Forwarded = {
  /** What it answered; null when no answer came. */
  readonly status: number | null
  /** Why it is no success, in a few words; null of 2xx. */
  readonly problem: string | null
  readonly durationMs: number
}

const endpointTimeoutMs = 15_000
const answerBytes = 1_024

/**
 * Posts a message as an endpoint of Tijdig is called: signed, for 15 seconds at most, redirects are not followed. Any address will
 * do, since it is whoever runs the command who names it. Never throws for what the receiver does.
 *
 * @throws the reason of the signal
 */
export async function forward(
  { url, secret, timeoutMs = endpointTimeoutMs }: Receiver,
  message: Message,
  signal: AbortSignal,
): Promise<Forwarded> {
  const body = JSON.stringify(message)
  const startedMs = performance.now()
  const outcome = await post(url, {
    method: 'POST',
    headers: {
      ...signedHeaders([secret], { id: message.id, body }, Temporal.Now.instant()),
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Tijdig-Webhooks',
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  signal.throwIfAborted()
  return { ...outcome, durationMs: Math.round(performance.now() - startedMs) }
}

async function post(url: string, request: RequestInit): Promise<Pick<Forwarded, 'status' | 'problem'>> {
  try {
    const response = await fetch(url, request)
    const { status } = response
    if (!response.ok) return { status, problem: (await beginningOf(response)) || response.statusText || 'no success' }
    // What a success says is of no use; leaving it unread ends the connection of one without end.
    await response.body?.cancel()
    return { status, problem: null }
  } catch (error) {
    return { status: null, problem: whyUnanswered(error as Error) }
  }
}

/** The first line of an answer, at most 200 characters of it; nothing of one that breaks off. */
async function beginningOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= answerBytes) break
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
  }
  const [line = ''] = Buffer.concat(chunks).toString('utf8').trim().split('\n')
  return line.slice(0, 200)
}

function whyUnanswered(error: Error): string {
  if (error.name === 'TimeoutError') return 'no answer in time'
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return code === 'ECONNREFUSED' ? 'nothing listens there' : `no answer (${String(code ?? error.message)})`
}

/** The secret that `tijdig listen` signs with: the same for a key at every start, and stored nowhere. */
export function secretOf(apiKey: string): string {
  return `whsec_${createHmac('sha256', apiKey).update('tijdig listen').digest('base64')}`
}
