import type { HolderTx } from '#/kernel/postgres/db.ts'
import { toEndpoint } from './endpoint.ts'
import type { EndpointRow } from './endpoint-store.ts'
import { readHealth } from './health-store.ts'

/** An endpoint as it is answered, with how its deliveries go. */
export async function withHealth(tx: HolderTx, row: EndpointRow) {
  const health = await readHealth(tx, [row.id])
  return toEndpoint(row, health.get(row.id) ?? null, Temporal.Now.instant())
}
