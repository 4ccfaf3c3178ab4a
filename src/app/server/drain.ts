import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'

/** Whether the process was told to stop. It serves on for a while, and each answer says `Connection: close`. */
export type Life = { readonly isLeaving: boolean }

/** Idle connections are closed this long after the stop. */
const patienceMs = 2_000

/**
 * Stops listening and lets keep-alive connections end by themselves, since each answer now says `Connection: close`.
 * Resolves when the last one is closed or only those with a request in hand are left. `http.Server.close` would close
 * idle ones at once, and lose a request that is on its way on one of them.
 *
 * @param answersMs after which the others are cut: longer than an answer takes, and less than an orchestrator waits
 */
export async function drain(server: Server, answersMs = 20_000): Promise<void> {
  if (!server.listening) return
  await quietTurn(server)
  NetServer.prototype.close.call(server)
  const until = performance.now() + patienceMs
  while (performance.now() < until && (await connectionsOf(server)) > 0) await sleep(20)
  await quietTurn(server)
  server.closeIdleConnections()
  // One with half a request is not idle, and Node no longer looks at how long it takes.
  setTimeout(() => server.closeAllConnections(), answersMs).unref()
}

/** A moment in which nothing arrived is looked for no longer than this. */
const quietPatienceMs = 1_000

/**
 * Resolves at a moment at which this process has accepted every connection and read every request. The system resets
 * those that wait when their socket is closed: unlike a refused one, a connection that is reset may have carried a
 * request, and no proxy may repeat it.
 */
async function quietTurn(server: Server): Promise<void> {
  let arrived = 0
  const count = () => (arrived += 1)
  server.on('connection', count)
  const until = performance.now() + quietPatienceMs
  await turn()
  for (let since = performance.now(); since < until; since = performance.now()) {
    arrived = 0
    await turn()
    // Too short for anything else than to look at the sockets, of which none had anything.
    if (arrived === 0 && performance.now() - since < 0.2) break
  }
  server.off('connection', count)
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
