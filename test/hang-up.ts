import { agent } from './api/http-request.ts'

// Where Node keeps the dispatcher of its `fetch`.
const current = Symbol.for('undici.globalDispatcher.2')

type Dispatcher = { readonly constructor: new () => Dispatcher; close(): Promise<void> }

/**
 * Closes this process's idle connections, for which a stopping server would wait two seconds. Requests under way end
 * normally, and the next one opens a new connection.
 */
export async function hangUp(): Promise<void> {
  // Node creates it on first use.
  await fetch('data:,')
  const dispatchers = globalThis as unknown as Record<symbol, Dispatcher | undefined>
  const kept = dispatchers[current]
  if (!kept)
    throw new Error(
      'The fetch of this Node keeps its connections elsewhere: find out where, or each stop takes two seconds.',
    )
  dispatchers[current] = new kept.constructor()
  // Later, because a `fetch` called just now has not reached its dispatcher yet. Not awaited, because another test's
  // request may take long.
  setImmediate(() => void kept.close())
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
}
