/** An address or a network; `start` is its number, of as many `bits` as its kind has, the first `prefix` of which count. */
export type Network = { readonly bits: 32 | 128; readonly start: bigint; readonly prefix: number }

/** As the server reads it: in CIDR notation, IPv4 within IPv6 as IPv4. Null for what is none. */
export function readNetwork(text: string): Network | null {
  const [, address = '', given] = /^([0-9A-Fa-f.:]{2,45})(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const ipv4 = numberOfIpv4(address)
  if (ipv4 !== null) return withPrefix(32, ipv4, Number(given ?? 32))
  const ipv6 = numberOfIpv6(address)
  if (ipv6 === null) return null
  const prefix = Number(given ?? 128)
  return ipv6 >> 32n === 0xffffn ? withPrefix(32, ipv6 & 0xffffffffn, prefix - 96) : withPrefix(128, ipv6, prefix)
}

/** Whether one lies in the other, as an address does in its network. */
export function overlap(one: Network, other: Network): boolean {
  const beyond = BigInt(one.bits - Math.min(one.prefix, other.prefix))
  return one.bits === other.bits && one.start >> beyond === other.start >> beyond
}

function withPrefix(bits: Network['bits'], start: bigint, prefix: number): Network | null {
  return prefix >= 0 && prefix <= bits ? { bits, start, prefix } : null
}

function numberOfIpv4(address: string): bigint | null {
  const parts = address.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) return null
  return parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n)
}

/** By the browser's own reading of addresses, which writes each in one form. */
function numberOfIpv6(address: string): bigint | null {
  const url = `http://[${address}]`
  if (!URL.canParse(url)) return null
  const [before = '', after] = new URL(url).hostname.slice(1, -1).split('::')
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'))
  const [head, tail] = [groupsOf(before), groupsOf(after ?? '')]
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
}
