import { lookup as lookupByHost, Resolver } from 'node:dns/promises'
import { Agent } from 'node:https'
import { BlockList, connect, type LookupFunction, type NetConnectOpts, type SocketAddress } from 'node:net'
import type { Duplex } from 'node:stream'
import { callbackify } from 'node:util'
import { PrivateAddressError } from '#/kernel/text/public-address.ts'

/** What the socket asks of each address before it connects: it refuses all that are not allowed. */
class Wall extends BlockList {
  readonly #isAllowed: (address: string) => boolean

  constructor(isAllowed: (address: string) => boolean) {
    super()
    this.#isAllowed = isAllowed
  }

  override check(address: string | SocketAddress): boolean {
    return !this.#isAllowed(typeof address === 'string' ? address : address.address)
  }
}

/** How long the addresses of a name are tried, all together. */
const connectMs = 5_000

/**
 * A plain `blockList` of the agent reaches no TLS socket (Node 26), so the socket below it is made here. TLS begins on it
 * only when it is connected: while several addresses are tried in turn, Node exchanges what TLS would stand on, and the
 * process dies of it.
 */
export class WalledAgent extends Agent {
  readonly #wall: Wall
  readonly #lookup: LookupFunction

  constructor(
    options: ConstructorParameters<typeof Agent>[0],
    isAllowed: (address: string) => boolean,
    resolve: Resolve,
  ) {
    super(options)
    this.#wall = new Wall(isAllowed)
    this.#lookup = lookupBy(resolve, isAllowed)
  }

  override createConnection(
    options: Parameters<Agent['createConnection']>[0],
    callback?: Parameters<Agent['createConnection']>[1],
  ): undefined {
    const { host, port } = options as { host: string; port: number }
    const wanted: NetConnectOpts & { blockList: BlockList } = {
      host,
      port,
      lookup: this.#lookup,
      blockList: this.#wall,
      noDelay: true,
    }
    const socket = connect(wanted)
    const failed = (error: Error) => callback?.(error, socket)
    socket.once('error', failed)
    socket.setTimeout(connectMs, () => socket.destroy(new ConnectTimedOut()))
    socket.once('connect', () => {
      socket.off('error', failed).setTimeout(0)
      callback?.(null, super.createConnection({ ...options, socket } as typeof options) as Duplex)
    })
  }
}

class ConnectTimedOut extends Error {
  override readonly name = 'ConnectTimedOut'
  readonly code = 'ETIMEDOUT'
}

type Address = { readonly address: string; readonly family: number }
type Resolve = (hostname: string) => Promise<Address[]>

/**
 * Resolves a name, refusing it when any of its addresses may not be called. The connection goes to the very addresses
 * that were checked, so DNS cannot change in between.
 */
function lookupBy(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  const ask = callbackify(resolve)
  return (hostname, options, callback) =>
    ask(hostname, (error, found = []) => {
      const [first] = found
      if (error || !first) return callback(error ?? new Error('The name has no address'), [])
      if (!found.every(({ address }) => isAllowed(address)))
        return callback(new PrivateAddressError('The name leads to an address that is not public'), [])
      if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })
}

/**
 * Asks name servers directly: the system's look-up has four threads for the whole process, which four names whose servers
 * do not answer would hold.
 *
 * @param hasOwnNames whether names that only this machine knows count (`/etc/hosts`), which are of private networks
 */
export function resolverOf(nameServers: readonly string[] | null, hasOwnNames: boolean): Resolve {
  return async (hostname) => {
    // A new one reads which name servers there are now.
    const resolver = new Resolver({ timeout: 1_500, tries: 2 })
    if (nameServers !== null) resolver.setServers(nameServers)
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
    )
    if (found.length > 0) return found
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []))[0]
    const isUnknown = ['ENOTFOUND', 'ENODATA'].includes((refused as NodeJS.ErrnoException | undefined)?.code ?? '')
    if (hasOwnNames && isUnknown) return lookupByHost(hostname, { all: true })
    if (refused) throw refused
    return []
  }
}
