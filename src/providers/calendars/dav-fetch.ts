import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { isLoopback } from '#/providers/destination-guard.ts'
import { isPublicAddress, PrivateAddressError, publicLookup } from '#/providers/public-address.ts'

export type DavFetchOptions = {
  readonly isProduction: boolean
  readonly signal: AbortSignal
  /** Told of every answer's status, since the library above turns some into errors without one. */
  readonly onStatus: (status: number) => void
}

/** A month of a very busy calendar is a few megabytes. */
const bodyMaxBytes = 32 * 1024 * 1024
const mostRedirects = 3

/**
 * A fetch for servers whose address a customer typed: https only, and only to public addresses, checked on the very
 * addresses the connection goes to. Outside production the loopback is allowed too, also without TLS. Redirects keep
 * method and body and are checked like the first address; the password stays with the origin it was given for.
 *
 * @throws PrivateAddressError for an address that may not be called; network errors as they are
 */
export function davFetch(options: DavFetchOptions): typeof fetch {
  return async (input, init = {}) => {
    let url = new URL(input instanceof Request ? input.url : input)
    const headers = new Headers(init.headers)
    for (let hop = 0; ; hop += 1) {
      const response = await send(url, { ...init, headers }, options)
      options.onStatus(response.status)
      const location = response.headers.get('location')
      const isRedirect = [301, 302, 307, 308].includes(response.status) && location !== null
      if (!isRedirect || init.redirect === 'manual') return response
      if (hop === mostRedirects) throw new Error('The calendar server redirects without end')
      const next = new URL(location, url)
      if (next.origin !== url.origin) headers.delete('authorization')
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
    call.end(body ?? undefined)
  })
  return toResponse(url, answer)
}

function refusePrivate(url: URL): void {
  if (url.protocol !== 'https:') throw new PrivateAddressError('A calendar server is called over https only')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // Names are judged when they are resolved.
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddressError('The address is not public')
}

async function toResponse(url: URL, answer: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyMaxBytes) {
      answer.destroy()
      throw new Error('The calendar server answered more than can be right')
    }
    chunks.push(chunk)
  }
  const status = answer.statusCode ?? 502
  const hasNoBody = status === 204 || status === 304
  const headers = Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  )
  const response = new Response(hasNoBody ? null : Buffer.concat(chunks), { status, headers })
  Object.defineProperty(response, 'url', { value: url.href })
  return response
}
