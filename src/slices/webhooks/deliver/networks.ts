import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { isLoopbackUrl } from '#/kernel/text/loopback.ts'
import { isPublicAddress } from '#/kernel/text/public-address.ts'
import { resolverOf, WalledAgent } from './walled-agent.ts'

declare module '#/kernel/context.ts' {
  interface Services {
    /** Where endpoints of organizations may be called. */
    readonly webhookNetworks: WebhookNetworks
  }
}

/** Where endpoints may be called, and the connections to them. */
export type WebhookNetworks = {
  /** Whether only https may be called, and nothing on this machine. */
  readonly isProduction: boolean
  /** Whether a connection to an address may be made. */
  readonly isAllowed: (address: string) => boolean
  /** Of connections to others. */
  readonly https: HttpsAgent
  /** Of connections to this machine, outside production. */
  readonly loopback: { readonly http: HttpAgent; readonly https: HttpsAgent }
  close(): void
}

/** Why an address is never called, whatever it resolves to; null when it may be tried. */
export type AddressFault = 'malformed' | 'not_https' | 'user_info' | 'ip_literal'

/**
 * Connections to public addresses, and to the networks that the operator allows. Each is checked when it is made, twice:
 * the addresses of a name when it is resolved, of which one is connected to, and every address by the socket itself,
 * which also sees literals.
 *
 * @param allowed in CIDR notation
 * @param nameServers null: those of this machine
 */
export function webhookNetworks({
  isProduction,
  allowed,
  nameServers = null,
}: {
  readonly isProduction: boolean
  readonly allowed: readonly string[]
  readonly nameServers?: readonly string[] | null
}): WebhookNetworks {
  const own = blockListOf(allowed)
  const isAllowed = (address: string) => isPublicAddress(address) || isIn(own, address)
  const options = { keepAlive: true, keepAliveMsecs: 1_000, timeout: idleMs, scheduling: 'lifo' } as const
  const agents = {
    https: new WalledAgent(options, isAllowed, resolverOf(nameServers, allowed.length > 0)),
    loopback: { http: new HttpAgent(options), https: new HttpsAgent(options) },
  }
  return {
    isProduction,
    isAllowed,
    ...agents,
    close() {
      for (const agent of [agents.https, agents.loopback.http, agents.loopback.https]) agent.destroy()
    },
  }
}

/** Connections that nobody uses are closed sooner than servers usually do. */
const idleMs = 4_000

/** Why an address may not be given for an endpoint; null when it may. */
export function addressFault(
  url: string,
  { isProduction }: Pick<WebhookNetworks, 'isProduction'>,
): AddressFault | null {
  if (!URL.canParse(url)) return 'malformed'
  const parsed = new URL(url)
  if (parsed.username !== '' || parsed.password !== '') return 'user_info'
  if (!isProduction && isOwnMachine(parsed)) return null
  if (parsed.protocol !== 'https:') return 'not_https'
  return isIP(bare(parsed.hostname)) === 0 ? null : 'ip_literal'
}

/** Whether it is this machine that is called, by a name or an address of the loopback. */
export function isOwnMachine(url: URL): boolean {
  return ['http:', 'https:'].includes(url.protocol) && isLoopbackUrl(url.href)
}

function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

function blockListOf(networks: readonly string[]): BlockList {
  const found = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    found.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return found
}

function isIn(networks: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && networks.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
