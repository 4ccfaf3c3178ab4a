import { isIPv4, isIPv6 } from 'node:net'

/** How many bits of an address say whose it is. */
export type BlockSize = { readonly ipv4: 24 | 32; readonly ipv6: 48 | 56 | 64 }

/** What one customer usually has, with neighbours in IPv4: for budgets that a whole household shares. */
export const customerBlock: BlockSize = { ipv4: 24, ipv6: 56 }

/** One IPv4 address, behind which many may be; one subnet of IPv6, in which anybody takes as many addresses as they like. */
export const callerBlock: BlockSize = { ipv4: 32, ipv6: 64 }

/** The network that somebody comes from, and not which computer of it; null for what is no address. */
export function networkOf(address: string): string | null {
  const network = addressBlock(address, { ipv4: 24, ipv6: 48 })
  return network.includes('/') ? network : null
}

/** The network an address counts with. Text that is no address counts as itself. */
export function addressBlock(address: string, size: BlockSize): string {
  const plain = address.split('%')[0] ?? address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined || isIPv4(plain)) return ipv4Block(mapped ?? plain, size.ipv4)
  if (!isIPv6(plain)) return address
  const [head = '', tail] = plain.split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  // A dotted tail stands for two groups; what it says lies beyond the first 64 bits.
  const after = groups(tail).flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
  const before = groups(head)
  const filled =
    tail === undefined ? before : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  const first = filled.slice(0, 4).map((group) => Number.parseInt(group, 16))
  const lastBits = { 48: 0, 56: 0xff00, 64: 0xffff }[size.ipv6]
  const network = first.map((group, index) => (index === 3 ? group & lastBits : group).toString(16))
  return `${network.join(':')}::/${size.ipv6}`
}

function ipv4Block(address: string, bits: BlockSize['ipv4']): string {
  return bits === 32 ? address : `${address.split('.').slice(0, 3).join('.')}.0/24`
}
