import type { HolderTx } from '#/kernel/postgres/db.ts'
import { mostNumbered, numberEvents, toEventId, typesOnRequest } from '#/slices/events/events.ts'
import { mostResent, webhookEndpointResent } from '#/slices/webhooks/webhook-events.ts'
import {
  giveUpHeld,
  holdDue,
  insertDeliveries,
  lockEndpoint,
  lockEndpoints,
  releaseAll,
  requeueByPosition,
  requeueSince,
  wakeEndpoint,
} from './queue-store.ts'

/** Gives events their numbers and queues them for the endpoints that want them, in one transaction. */
export async function numberAndQueue(tx: HolderTx): Promise<{ readonly queued: number; readonly isMore: boolean }> {
  const events = await numberEvents(tx)
  if (events.length === 0) return { queued: 0, isMore: false }
  tx.send(lockEndpoints, [tx.platformHolderId])
  const [row] = await tx.rows(insertDeliveries, [
    tx.platformHolderId,
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ data }) => (typeof data.locationId === 'string' ? data.locationId : null)),
    events.map(({ id }) => writtenAt(id)),
    typesOnRequest(),
  ])
  return { queued: row?.queued ?? 0, isMore: events.length === mostNumbered }
}

/** When a row with a version 7 id was written, in real time. */
function writtenAt(id: string): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}

/** Which deliveries of an endpoint are sent again. */
export type Requeued =
  | { readonly position: number }
  | {
      /** By when they were made, in the product's time; `until` is not part of it, null: until now. */
      readonly since: Temporal.Instant
      readonly until: Temporal.Instant | null
      readonly which: 'failed' | 'all'
    }

/**
 * Sends deliveries again, from the beginning of the schedule and under the same `webhook-id`; those of an endpoint that is
 * paused or disabled are held. What is on its way at that moment is sent once more too. The feed says which, for whoever reads
 * it instead of being called.
 *
 * @returns how many
 */
export async function requeueDeliveries(tx: HolderTx, endpointId: string, again: Requeued): Promise<number> {
  const place = [tx.platformHolderId, endpointId]
  tx.send(lockEndpoint, place)
  const requeued = 'position' in again ? await byPosition(tx, place, again.position) : await since(tx, place, again)
  if (requeued.length === 0) return 0
  tx.send(wakeEndpoint, place)
  const { platformHolderId } = tx
  webhookEndpointResent.emit(
    tx,
    requeued.map((ids) => ({
      platformHolderId,
      subjectId: endpointId,
      subjectVersion: null,
      data: { eventIds: ids.map(toEventId) },
    })),
  )
  return requeued.reduce((count, ids) => count + ids.length, 0)
}

/** The events of what was queued again, as many to a row as are told at once. */
type ResentIds = readonly (readonly string[])[]

async function byPosition(tx: HolderTx, place: string[], position: number): Promise<ResentIds> {
  const rows = await tx.rows(requeueByPosition, [...place, position])
  return rows.map(({ eventId }) => [eventId])
}

async function since(
  tx: HolderTx,
  place: string[],
  { since: from, until, which }: Extract<Requeued, { which: string }>,
): Promise<ResentIds> {
  const rows = await tx.rows(requeueSince, [...place, from, until, which === 'failed', mostResent])
  return rows.map(({ eventIds }) => eventIds)
}

/** Holds what an endpoint is to be told: when it is paused, disabled or deleted, in the same transaction. */
export function holdDeliveries(tx: HolderTx, endpointId: string): void {
  const place = [tx.platformHolderId, endpointId]
  tx.send(lockEndpoint, place)
  tx.send(holdDue, place)
}

/**
 * For an endpoint that this transaction has enabled: sends `all` that was held, or `new` events only. What is then left
 * unsent counts as failed, so that it is seen and can be sent again.
 */
export function releaseHeld(tx: HolderTx, endpointId: string, which: 'all' | 'new'): void {
  const place = [tx.platformHolderId, endpointId]
  tx.send(lockEndpoint, place)
  tx.send(which === 'all' ? releaseAll : giveUpHeld, place)
  tx.send(wakeEndpoint, place)
}
