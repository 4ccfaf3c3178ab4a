import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TestHolder, TestProduct } from './harness.ts'

/** Nobody listens there: calls are refused at once. */
const nobody = 'http://127.0.0.1:9/tijdig'

/** Adds an endpoint of a holder. @returns it and its secret */
export async function storeEndpoint(holder: TestHolder, fields: Readonly<Record<string, unknown>> = {}) {
  await makeRoom(holder)
  const clientRequestId = randomUUID()
  const { status, body } = await holder.call('POST', '/webhook-endpoints', { clientRequestId, url: nobody, ...fields })
  assert.equal(status, 201, JSON.stringify(body))
  return body.data
}

/** Deletes the oldest endpoint where a holder has nearly as many as it may: there is room for two. */
export async function makeRoom(holder: TestHolder): Promise<void> {
  const { body } = await holder.call('GET', '/webhook-endpoints')
  if (body.data.items.length < 9) return
  await holder.call('DELETE', `/webhook-endpoints/${body.data.items[0].id}`)
}

export async function inEndpoint(holder: TestHolder) {
  const { endpoint } = await storeEndpoint(holder)
  return { params: { platformHolderId: holder.id, endpointId: endpoint.id as string } }
}

/** A delivery that waits for an endpoint which is paused, so that nobody makes it. */
export async function storeDelivery({ product, holder }: { product: TestProduct; holder: TestHolder }) {
  const { params } = await inEndpoint(holder)
  await product.operator.query(
    `update webhook_endpoint set status = 'paused' where platform_holder_id = $1 and id = $2`,
    [holder.id, params.endpointId],
  )
  const deliveryId = await addDelivery(product, { ...params, state: 'held' })
  return { ...params, deliveryId }
}

type NewDelivery = {
  readonly platformHolderId: string
  readonly endpointId: string
  readonly state: 'due' | 'held' | 'delivered' | 'failed'
  readonly type?: string
}

/** A numbered event and its delivery to an endpoint, as if a worker had made it. @returns the id of both */
export async function addDelivery(
  product: TestProduct,
  { platformHolderId, endpointId, state, type = 'ping' }: NewDelivery,
): Promise<string> {
  const { rows } = await product.operator.query<{ eventId: string }>(
    `with stream as (
       update event_stream set last_sequence = last_sequence + 1 where platform_holder_id = $1 returning last_sequence),
     -- The stream first, as who numbers locks them.
     endpoint as (
       update webhook_endpoint set last_position = last_position + 1 from stream
       where platform_holder_id = $1 and id = $2 returning last_position),
     told as (
       insert into event (platform_holder_id, sequence, type, schema_version, subject_type, data)
       select $1, last_sequence, $4, 1, 'holder', '{}' from stream returning id)
     insert into webhook_delivery (platform_holder_id, endpoint_id, position, event_id, state, next_at)
     select $1, $2, endpoint.last_position, told.id, $3, case when $3 = 'due' then now() end from endpoint, told
     returning event_id`,
    [platformHolderId, endpointId, state, type],
  )
  return rows[0]!.eventId
}
