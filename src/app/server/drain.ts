import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Connections that carry no request for this long after the stop are closed as they are. */
const patienceMs = 2_000

/**
 * Stops listening and lets kept connections end by themselves: each answer says `Connection: close`, and resolves when
 * the last one is closed or only unused ones are left. http.Server.close would close at once those that are idle at this
 * moment, and a request that is on its way on one of them would be lost.
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
