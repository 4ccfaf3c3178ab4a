import type { IncomingHttpHeaders } from 'node:http'

/** Whether a proxy handed a request on, by what proxies add (RFC 7239, RFC 9110 section 7.6.3). */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return (
    headers['x-forwarded-for'] !== undefined ||
    headers.forwarded !== undefined ||
    headers.via !== undefined ||
    headers['x-real-ip'] !== undefined
  )
}

/**
 * Whether a request comes from this machine and was meant for it: by what no proxy handed on, by the address of the connection, by the Host header (a page on
 * the internet may point its own name at 127.0.0.1), and by the Origin of browser requests (any page may post to the loopback
 * without reading the answer).
 */
export function isLoopbackCall(request: {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
}): boolean {
  const { host, origin } = request.headers
  return (
    !isForwarded(request.headers) &&
    isLoopbackAddress(request.socket.remoteAddress ?? '') &&
    isLoopbackUrl(`http://${host ?? ''}`) &&
    (origin === undefined || (isLoopbackUrl(origin) && new URL(origin).host === host))
  )
}

/** Whether a socket's remote address is this machine, IPv4-mapped IPv6 included. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || address.replace(/^::ffff:/, '').startsWith('127.')
}

/** Whether a URL names this machine, by address or as localhost. */
export function isLoopbackUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { hostname } = new URL(value)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
