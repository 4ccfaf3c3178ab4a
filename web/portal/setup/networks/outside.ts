import { overlap, readNetwork } from './network.ts'

/** Whether a list that names networks has none that an address or a network touches. Lines that are none count for nothing. */
export function isOutside(place: string, lines: readonly string[]): boolean {
  const here = readNetwork(place)
  const allowed = lines.map((line) => readNetwork(line.trim())).filter((network) => network !== null)
  return here !== null && allowed.length > 0 && !allowed.some((network) => overlap(network, here))
}
