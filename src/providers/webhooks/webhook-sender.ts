import http from 'node:http'
import https from 'node:https'
import { BlockList, connect, isIP, type LookupFunction } from 'node:net'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import type { WebhookAnswer, WebhookCall, WebhookError, WebhookSender } from '#/ports/webhooks.ts'
import { isLoopbackUrl } from '#/kernel/text/loopback.ts'
import { guardedLookup, isPublicAddress, notPublic, PrivateAddressError } from '#/providers/public-address.ts'

export type WebhookSenderOptions = {
  readonly isProduction: boolean
  /** Networks that may be called though they are not public, as CIDRs. */
  readonly networks: readonly string[]
}

const connectMs = 5_000
const allMs = 15_000
const answerBytes = 1_024

/**
 * Calls receivers whose address somebody typed (SSRF): https to public addresses alone, looked at when the connection is
 * made. Outside production also this machine, for whoever builds a receiver.
 */
export function webhookSender({ isProduction, networks }: WebhookSenderOptions): WebhookSender {
  const allowed = blockListOf(networks)
  const isAllowed = (address: string) =>
    isPublicAddress(address) || allowed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  // The second wall does not depend on the look-up. It cannot tell what an operator allows, so then the first stands alone.
  const outside = new WalledAgent(guardedLookup(isAllowed), networks.length > 0 ? undefined : notPublic)
  const own = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) }
  const isOwnMachine = (url: string) => !isProduction && isLoopbackUrl(url)

  const refusalOf = (url: string): string | null => {
    if (!URL.canParse(url)) return 'Not a URL.'
    const { protocol, username, password, hostname, hash } = new URL(url)
    if (username !== '' || password !== '') return 'Takes no user or password: the signature proves who sends.'
    if (hash !== '') return 'Takes no fragment.'
    if (isOwnMachine(url)) return protocol === 'https:' || protocol === 'http:' ? null : 'Must begin with https://.'
    if (protocol !== 'https:') return 'Must begin with https://.'
    if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return 'Must have a name, not an address.'
    return null
  }
  return {
    refusalOf,
    async send(call, signal) {
      if (refusalOf(call.url) !== null) return failed('address_not_allowed', performance.now())
      const isSecure = call.url.startsWith('https:')
      const agent = isOwnMachine(call.url) ? (isSecure ? own.https : own.http) : outside
      return post(isSecure ? https : http, agent, call, signal)
    },
  }
}

/** Looks at the address of each connection, which TLS alone would not do (Node heeds `blockList` where it opens a socket itself). */
export class WalledAgent extends https.Agent {
  readonly #walls: { readonly lookup?: LookupFunction; readonly blockList?: BlockList }

  constructor(lookup: LookupFunction | undefined, blockList: BlockList | undefined) {
    super({ keepAlive: true, timeout: 30_000 })
    this.#walls = { ...(lookup ? { lookup } : {}), ...(blockList ? { blockList } : {}) }
  }

  override createConnection(options: https.AgentOptions & tls.ConnectionOptions): Duplex {
    const { host, port } = options
    const socket = connect({ ...(host ? { host } : {}), port: Number(port ?? 443), ...this.#walls })
    const secure = tls.connect({ ...options, socket })
    socket.on('error', (error) => secure.destroy(error))
    return secure
  }
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  return list
}

function post(
  { request }: Pick<typeof https, 'request'>,
  agent: http.Agent,
  { url, headers, body }: WebhookCall,
  stopping: AbortSignal,
): Promise<WebhookAnswer> {
  const since = performance.now()
  const all = AbortSignal.timeout(allMs)
  return new Promise((resolve) => {
    let errorCode: WebhookError = 'connection_failed'
    const sent = request(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      signal: AbortSignal.any([stopping, all]),
    })
    sent.once('socket', (socket) => {
      if (!socket.connecting) return
      const timer = setTimeout(() => {
        errorCode = 'connect_timeout'
        sent.destroy(new Error('No connection in time'))
      }, connectMs)
      const connected = () => clearTimeout(timer)
      socket.once('connect', connected)
      socket.once('close', connected)
    })
    sent.once('error', (error) => resolve(failed(all.aborted ? 'timeout' : codeOf(error, errorCode), since)))
    sent.once('response', (response) => {
      const status = response.statusCode ?? 0
      const chunks: Buffer[] = []
      let length = 0
      const finish = (error: WebhookError | null) => {
        const answer = Buffer.concat(chunks).subarray(0, answerBytes).toString('utf8').replaceAll('\0', '')
        const retryAfterSeconds = status === 429 || status === 503 ? secondsOf(response.headers['retry-after']) : null
        const durationMs = Math.round(performance.now() - since)
        resolve({ status, errorCode: error, answer, retryAfterSeconds, durationMs })
      }
      const outcome = status >= 200 && status < 300 ? null : ('http_status' as const)
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.length
        if (length < answerBytes) return
        finish(outcome)
        // Nobody reads on: the connection is not kept for a long answer.
        response.destroy()
      })
      response.once('end', () => finish(outcome))
      response.once('error', () => finish(all.aborted ? 'timeout' : 'connection_failed'))
    })
    sent.end(body)
  })
}

function failed(errorCode: WebhookError, since: number): WebhookAnswer {
  const durationMs = Math.round(performance.now() - since)
  return { status: null, errorCode, answer: null, retryAfterSeconds: null, durationMs }
}

function codeOf(error: Error, otherwise: WebhookError): WebhookError {
  const { code = '' } = error as { code?: string }
  if (error instanceof PrivateAddressError || code === 'ERR_IP_BLOCKED') return 'address_not_allowed'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return 'name_not_found'
  if (/^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)) return 'certificate_refused'
  return otherwise
}

/** RFC 9110: seconds, or a date. */
function secondsOf(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter)
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? null : Math.max(0, Math.round((at - Date.now()) / 1_000))
}
