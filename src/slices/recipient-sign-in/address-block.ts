import { isIPv4, isIPv6 } from 'node:net'
import { hmac, type DerivedKeys } from '#/kernel/derived-keys.ts'

/** The pseudonym of the network an address counts with. */
export function networkKey(keys: DerivedKeys, address: string): Buffer {
  return hmac(keys.contact, `address ${addressBlock(address)}`)
}

/**
 * The network an address counts with: the /24 of IPv4, the /56 of IPv6, which is what one customer usually has. Text
 * that is no address counts as itself.
 */
export function addressBlock(address: string): string {
  const plain = address.split('%')[0] ?? address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined || isIPv4(plain)) return `${(mapped ?? plain).split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(plain)) return address
  const [head = '', tail] = plain.split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  // A dotted tail stands for two groups; what it says lies beyond the first 56 bits.
  const after = groups(tail).flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
  const before = groups(head)
  const filled =
    tail === undefined ? before : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  const first = filled.slice(0, 4).map((group) => Number.parseInt(group, 16))
  const network = first.map((group, index) => (index === 3 ? group & 0xff00 : group).toString(16))
  return `${network.join(':')}::/56`
}
