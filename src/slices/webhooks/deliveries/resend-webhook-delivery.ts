import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, strictObject } from '#/kernel/schema.ts'
import { getEndpoint } from '#/slices/webhooks/endpoints/endpoint-store.ts'
import { requeueDeliveries } from '#/slices/webhooks/queue/queue.ts'
import { deliveryExample, deliveryParams, deliveryParamsExample, toDelivery, WebhookDelivery } from './delivery.ts'
import { getDelivery } from './delivery-store.ts'

export const resendWebhookDelivery = operation({
  operationId: 'resendWebhookDelivery',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/resend',
  tag: 'Webhooks',
  summary: 'Send one delivery again',
  description:
    'With the same `webhook-id`, also when it was delivered: a receiver that has it may ignore it. While the endpoint is paused or disabled it waits with the others.',
  role: 'platform_holder_user',
  scope: 'webhooks:write',
  auth: ['apiKey', 'browserSession'],
  params: deliveryParams,
  query: none,
  body: strictObject({ clientRequestId: ClientRequestId }),
  success: [202],
  data: WebhookDelivery,
  errors: ['REQUEST_ID_REUSED'],
  example: {
    params: deliveryParamsExample,
    body: { clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e11' },
    data: { ...deliveryExample, state: 'due', nextAttemptAt: '2026-11-21T09:10:00.000Z', settledAt: null },
  },
}).handle(async (ctx, { params }) => {
  const { tx } = ctx
  const [endpoint, delivery] = await Promise.all([
    getEndpoint(tx, params.endpointId),
    getDelivery(tx, params.endpointId, params.deliveryId),
  ])
  ctx.touch(endpoint.id, delivery.eventId)
  await requeueDeliveries(tx, endpoint.id, { position: delivery.position })
  return toDelivery(await getDelivery(tx, endpoint.id, delivery.eventId))
})
