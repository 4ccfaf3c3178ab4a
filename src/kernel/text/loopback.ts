import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a request comes from this machine and was meant for it: by the address of the connection, by the Host header (a page on
 * the internet may point its own name at 127.0.0.1), and by the Origin of browser requests (any page may post to the loopback
 * without reading the answer).
 */
export function isLoopbackCall(request: {
  readonly headers: Pick<IncomingHttpHeaders, 'host' | 'origin'>
  readonly socket: { readonly remoteAddress?: string | undefined }
}): boolean {
  const { host, origin } = request.headers
  return (
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
