import { isIPv4, isIPv6 } from 'node:net'

/** An address as lists of networks know it: IPv4 within IPv6 is IPv4, and no zone; null for what is no address. */
export function plainAddress(address: string): string | null {
  const plain = address.split('%')[0] ?? ''
  if (isIPv4(plain)) return plain
  return isIPv6(plain) ? (mappedIpv4(plain) ?? plain) : null
}

/**
 * A network in CIDR notation, such as `192.0.2.0/24` or `2001:db8::/32`; an address alone is a network of one. Bits beyond
 * the prefix may be set: PostgreSQL's `network` cuts them off.
 *
 * @returns it with its prefix, IPv4 within IPv6 as IPv4; null for what is none
 */
export function readNetwork(text: string): string | null {
  const [, address = '', prefix] = /^([0-9A-Fa-f.:]{2,45})(?:\/(\d{1,3}))?$/.exec(text) ?? []
  if (isIPv4(address)) return withPrefix(address, Number(prefix ?? 32), 32)
  if (!isIPv6(address)) return null
  const mapped = mappedIpv4(address)
  // A wider one would hold addresses of IPv6 beside all of IPv4.
  return mapped === null
    ? withPrefix(address, Number(prefix ?? 128), 128)
    : withPrefix(mapped, Number(prefix ?? 128) - 96, 32)
}

function withPrefix(address: string, prefix: number, most: number): string | null {
  return prefix >= 0 && prefix <= most ? `${address}/${prefix}` : null
}

/** The IPv4 address within `::ffff:0:0/96`, however it is written. @param address an IPv6 address */
function mappedIpv4(address: string): string | null {
  const groups = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(new URL(`http://[${address}]`).hostname)
  if (!groups) return null
  return groups
    .slice(1)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
    .join('.')
}
