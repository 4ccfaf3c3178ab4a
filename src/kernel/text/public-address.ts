import { lookup as resolve, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** An address that somebody typed leads into a private network and is not called (SSRF). */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
  readonly code = 'EPRIVATE'
}

// IANA's special-purpose address registries: what is not globally reachable, and what translates to such.
const special = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(network, bits, 'ipv4')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const special6 = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special6.addSubnet(network, bits, 'ipv6')

/** True for a public internet address: not this machine, not a private network, not reserved. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '')
  if (isIP(bare) === 4) return !special.check(bare, 'ipv4')
  return isIP(bare) === 6 && global6.check(bare, 'ipv6') && !special6.check(bare, 'ipv6')
}

/**
 * Resolves a name for a connection, refusing it when any of its addresses is not public. The connection goes to the
 * very addresses that were checked, so DNS cannot change in between.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const [first] = found ?? []
    if (error || !first) return callback(error ?? new Error('The name has no address'), [])
    if (!found.every(({ address }) => isPublicAddress(address)))
      return callback(new PrivateAddressError('The name leads to an address that is not public'), [])
    if (options.all) callback(null, found)
    else callback(null, first.address, first.family)
  })
}
