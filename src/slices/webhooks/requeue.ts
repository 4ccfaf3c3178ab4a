import type { HolderTx } from '#/kernel/postgres/db.ts'
import { failHeld, noteDue, releaseRows, requeueOne, requeueRows } from './requeue-store.ts'

/** The deliveries of a period that are sent again. */
export type Recovery = {
  readonly since: Temporal.Instant
  /** Null: until now. */
  readonly until: Temporal.Instant | null
  readonly which: 'failed' | 'all'
}

/** Has one delivery made again, also when it was made before. The endpoint is this holder's. */
export async function requeueDelivery(tx: HolderTx, endpointId: string, position: number): Promise<void> {
  await tx.rows(requeueOne, [tx.platformHolderId, endpointId, position])
  tx.send(noteDue, [tx.platformHolderId, endpointId])
}

/** The same for those of a period. @returns how many */
export async function requeueDeliveries(
  tx: HolderTx,
  endpointId: string,
  { since, until, which }: Recovery,
): Promise<number> {
  const states = which === 'all' ? ['delivered', 'failed'] : ['failed']
  const [requeued] = await tx.rows(requeueRows, [tx.platformHolderId, endpointId, since, until, states])
  tx.send(noteDue, [tx.platformHolderId, endpointId])
  return requeued?.deliveries ?? 0
}

/** What becomes of deliveries that waited while their endpoint, which is enabled by now, was not. */
export async function releaseHeld(tx: HolderTx, endpointId: string, resume: 'all' | 'new'): Promise<void> {
  await tx.rows(resume === 'all' ? releaseRows : failHeld, [tx.platformHolderId, endpointId])
  tx.send(noteDue, [tx.platformHolderId, endpointId])
}
