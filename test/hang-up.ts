import { agent } from './api/http-request.ts'

// Where Node keeps what its `fetch` sends through.
const current = Symbol.for('undici.globalDispatcher.2')

type Dispatcher = { readonly constructor: new () => Dispatcher; close(): Promise<void> }

/**
 * Lets go of the connections that this process keeps open and does not use: a server that stops would wait two seconds for
 * each client to do so. What is under way ends well, and the next request opens a new connection.
 */
export async function hangUp(): Promise<void> {
  // Node makes it at the first use.
  await fetch('data:,')
  const dispatchers = globalThis as unknown as Record<symbol, Dispatcher | undefined>
  const kept = dispatchers[current]
  if (!kept)
    throw new Error(
      'The fetch of this Node keeps its connections elsewhere: find out where, or each stop takes two seconds.',
    )
  dispatchers[current] = new kept.constructor()
  // Later, because a call of `fetch` that was made just now has not yet reached its dispatcher. It is not awaited: a
  // request of another test may be under way for long.
  setImmediate(() => void kept.close())
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
}
