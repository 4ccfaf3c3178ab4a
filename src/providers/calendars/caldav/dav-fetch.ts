import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { turns } from '#/kernel/flow/turns.ts'
import { boundedThread } from '#/kernel/flow/bounded-thread.ts'
import { isLoopback } from '#/providers/destination-guard.ts'
import { isPublicAddress, PrivateAddressError, publicLookup } from '#/kernel/text/public-address.ts'

export type DavFetchOptions = {
  readonly isProduction: boolean
  readonly signal: AbortSignal
  /** The only origin that is called, with its `Authorization`. */
  readonly origin: string
  readonly authorization: string
  /** Called with an address at another origin that the server refers to, which is not fetched. */
  readonly onElsewhere: (address: URL) => void
  /** Called with the status of every answer, since the library turns some into errors without one. */
  readonly onStatus: (status: number) => void
}

/**
 * Ample for a list of three thousand objects, or ten times what fifty objects take; larger answers are asked for in
 * parts. The library parses an answer synchronously, in up to half a second.
 */
const bodyMaxBytes = 1024 * 1024
const readWithinMs = 500
const mostRedirects = 3
/** The library asks about every calendar of an account at once, and whoever owns a server decides how many it lists. */
const callsAtOnce = 6
/** Misdirected Request (RFC 9110, section 15.5.20): our own answer for an address of another origin. */
export const misdirected = 421

/** An answer that exceeds our limit, or takes too long to read. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

const trial = boundedThread<string, 'read' | 'not_xml'>(new URL('./dav-answer-thread.ts', import.meta.url))

/**
 * A fetch for a server whose address a customer typed: https only, and only to public addresses, checked on the very
 * addresses the connection goes to. Outside production the loopback is allowed too, also without TLS. Redirects keep
 * method and body. Whatever a redirect or an answer names, nothing but the server's own origin is called.
 *
 * @throws PrivateAddressError for an address that may not be called; AnswerTooLarge; network errors as they are
 */
export function davFetch(options: DavFetchOptions): typeof fetch {
  const calls = turns({ atOnce: callsAtOnce })
  return async (input, init = {}) => {
    let url = new URL(input instanceof Request ? input.url : input)
    if (url.origin !== options.origin) {
      options.onElsewhere(url)
      options.onStatus(misdirected)
      return new Response(null, { status: misdirected })
    }
    const headers = new Headers(init.headers)
    headers.set('authorization', options.authorization)
    for (let hop = 0; ; hop += 1) {
      const asked = url
      const response = await calls.run(() => send(asked, { ...init, headers }, options))
      options.onStatus(response.status)
      const location = response.headers.get('location')
      const isRedirect = [301, 302, 307, 308].includes(response.status) && location !== null
      if (!isRedirect || init.redirect === 'manual') return response
      if (hop === mostRedirects) throw new Error('The calendar server redirects without end')
      const next = new URL(location, url)
      if (next.origin !== options.origin) {
        options.onElsewhere(next)
        return response
      }
      url = next
    }
  }
}

async function send(url: URL, init: RequestInit, { isProduction, signal }: DavFetchOptions): Promise<Response> {
  const isOwnMachine = !isProduction && isLoopback(url.hostname)
  if (!isOwnMachine) refusePrivate(url)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const body = typeof init.body === 'string' ? Buffer.from(init.body) : null
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = request(url, {
      method: init.method ?? 'GET',
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        ...(body ? { 'content-length': String(body.length) } : {}),
      },
      signal,
      ...(isOwnMachine ? {} : { lookup: publicLookup }),
    })
    call.once('response', resolve)
    call.once('error', reject)
    // As after 101, which is no answer to what was asked.
    call.once('close', () => reject(new Error('The calendar server closed the connection without an answer')))
    call.end(body ?? undefined)
  })
  return toResponse(url, answer)
}

function refusePrivate(url: URL): void {
  if (url.protocol !== 'https:') throw new PrivateAddressError('A calendar server is called over https only')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // Names are checked when they are resolved.
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddressError('The address is not public')
}

async function toResponse(url: URL, answer: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyMaxBytes) {
      answer.destroy()
      throw new AnswerTooLarge('The calendar server answered more than a megabyte')
    }
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  await refuseSlow(answer.headers['content-type'] ?? '', body)
  const status = answer.statusCode ?? 502
  const hasNoBody = status === 204 || status === 304
  const headers = Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  )
  const response = new Response(hasNoBody ? null : body, { status, headers })
  Object.defineProperty(response, 'url', { value: url.href })
  return response
}

/** Some XML of ordinary size takes minutes to parse: with errors, or with text between very many elements. */
async function refuseSlow(contentType: string, body: Buffer): Promise<void> {
  if (!contentType.includes('xml') || body.length === 0) return
  const { outcome } = await trial.ask(body.toString('utf8'), readWithinMs)
  if (outcome === 'gave_up') throw new AnswerTooLarge('What the calendar server answered takes too long to read')
}
