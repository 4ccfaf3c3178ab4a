import { subscribe } from 'node:diagnostics_channel'

import { inSpan } from '#/kernel/spans.ts'
import type { HandOver } from '#/ports/delivery.ts'
import { parsedJson } from './parsed-json.ts'

/** An answer that arrived in full, or what is known when none did. */
export type VendorCall =
  | {
      readonly answered: true
      readonly status: number
      readonly body: unknown
      readonly retryAfterSeconds: number | null
    }
  | { readonly answered: false; readonly handOver: Extract<HandOver, { outcome: 'unreachable' | 'unknown' }> }

/**
 * One HTTP call to a vendor. Redirects are not followed: they would carry credentials, and a test's messages, to a host
 * nobody configured. `body` is the parsed JSON, or null when the vendor sent something else.
 *
 * @param onAnswering called, and awaited, when the answer begins to arrive
 * @param bytesMax a longer answer counts as one that did not arrive, because it would fill the memory
 */
export async function callVendor(
  url: URL,
  request: RequestInit,
  signal: AbortSignal,
  onAnswering?: () => Promise<void>,
  bytesMax = 4 * 1024 * 1024,
): Promise<VendorCall> {
  let told: Promise<void> | undefined
  const onHeaders = () => {
    told = onAnswering?.()
    // Awaited below; caught here so that a rejection before that is not unhandled.
    told?.catch(() => undefined)
  }
  const answer = await call(url, request, signal, onHeaders, bytesMax)
  await told
  return answer
}

function call(
  url: URL,
  request: RequestInit,
  signal: AbortSignal,
  onAnswering: () => void,
  bytesMax: number,
): Promise<VendorCall> {
  // The host alone: paths name accounts and people.
  const host = () => ({ 'server.address': url.hostname })
  return inSpan('provider call', host, () => untracedCall(url, request, signal, onAnswering, bytesMax))
}

async function untracedCall(
  url: URL,
  request: RequestInit,
  signal: AbortSignal,
  onAnswering: () => void,
  bytesMax: number,
): Promise<VendorCall> {
  if (signal.aborted)
    return { answered: false, handOver: { outcome: 'unreachable', detail: 'aborted before the call' } }
  try {
    const response = await fetch(url, { ...request, redirect: 'manual', signal })
    onAnswering()
    const text = await textWithin(response, bytesMax)
    if (text === null)
      return { answered: false, handOver: { outcome: 'unknown', detail: 'an answer that is too long' } }
    return {
      answered: true,
      status: response.status,
      body: parsedJson(text),
      retryAfterSeconds: retryAfterSeconds(response.headers.get('retry-after')),
    }
  } catch (error) {
    return { answered: false, handOver: failedCall(error) }
  }
}

/** Null when it is longer; then the rest is not read. */
async function textWithin(response: Response, bytesMax: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > bytesMax) return null
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

export function isSuccess(call: VendorCall): call is Extract<VendorCall, { answered: true }> {
  return call.answered && call.status >= 200 && call.status < 300
}

/** What made connecting or its TLS handshake fail, as Node tells it: no byte of a request had left. */
const connectErrors = new WeakSet<Error>()
subscribe('undici:client:connectError', (message) => connectErrors.add((message as { error: Error }).error))

function failedCall(error: unknown): Extract<HandOver, { outcome: 'unreachable' | 'unknown' }> {
  // A programming error, such as a header that cannot be sent, must not be mistaken for the outside world.
  if (!(error instanceof Error)) throw error
  const cause: unknown = error.cause
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null
  const detail = code ?? error.name
  if (cause instanceof Error && connectErrors.has(cause)) return { outcome: 'unreachable', detail }
  if (cause === undefined && error instanceof TypeError && !isNetworkFailure(error)) throw error
  return { outcome: 'unknown', detail }
}

/** Undici reports a body that was cut off as a TypeError too, sometimes without a cause. */
function isNetworkFailure(error: TypeError): boolean {
  return error.message === 'fetch failed' || error.message === 'terminated'
}

/** Retry-After (RFC 9110, section 10.2.3) in seconds; for the date form, rare here, our own backoff applies. */
function retryAfterSeconds(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : null
}
