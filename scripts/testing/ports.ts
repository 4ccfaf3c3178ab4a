import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems use for outgoing connections, which could take a free port before its use. */
const [lowest, highest] = [20_000, 32_000]

/**
 * Ports nobody listens on.
 *
 * @param claim reserves a port where others search at the same time; false when it is taken
 */
export async function freePorts(
  count: number,
  claim: (port: number) => Promise<boolean> = async () => true,
): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = randomInt(lowest, highest)
    // Claimed first: to look whether a port is free takes it for a moment, perhaps from whoever has claimed it.
    if ((await claim(port)) && (await isFree(port))) ports.add(port)
  }
  return [...ports]
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
