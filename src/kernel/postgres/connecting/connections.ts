import type pg from 'pg'
import { Client } from 'pg'

/** The open connections of each pool, lent out or not. */
const connectionsOf = new WeakMap<pg.Pool, Set<Client>>()

/** Tracks a pool's connections, for `endPool`. */
export function followConnections(pool: pg.Pool): void {
  const open = new Set<Client>()
  connectionsOf.set(pool, open)
  pool.on('connect', (client) => {
    if (!(client instanceof Client)) return
    open.add(client)
    client.once('end', () => open.delete(client))
  })
}

/**
 * Ends a pool and resolves when its last connection is closed. What still runs or waits for the database after
 * `patienceMs` is cut off, so that a process can always end.
 */
export async function endPool(pool: pg.Pool, patienceMs = 3_000): Promise<void> {
  const cutting = setTimeout(() => cutConnections(pool), patienceMs)
  try {
    await pool.end()
    const open = [...(connectionsOf.get(pool) ?? [])]
    await Promise.all(open.map((client) => new Promise((resolve) => client.once('end', resolve))))
  } finally {
    clearTimeout(cutting)
  }
}

/** Cuts every connection of a pool: the statements under way fail here, and PostgreSQL rolls back what was not committed. */
function cutConnections(pool: pg.Pool): void {
  for (const client of connectionsOf.get(pool) ?? []) client.connection.stream.destroy()
}
