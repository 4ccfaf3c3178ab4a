import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Idle connections are closed this long after the stop. */
const patienceMs = 2_000

/**
 * Stops listening and lets keep-alive connections end by themselves, since each answer now says `Connection: close`.
 * Resolves when the last one is closed or only idle ones are left. `http.Server.close` would close idle ones at once,
 * and lose a request that is on its way on one of them.
 */
export async function drain(server: Server): Promise<void> {
  if (!server.listening) return
  NetServer.prototype.close.call(server)
  const until = performance.now() + patienceMs
  while (performance.now() < until && (await connectionsOf(server)) > 0) await sleep(20)
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
