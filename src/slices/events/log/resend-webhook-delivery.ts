import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, strictObject } from '#/kernel/schema.ts'
import { deliveryExample, deliveryParams, deliveryParamsExample, toDelivery, WebhookDelivery } from './delivery-view.ts'
import { getDelivery, resend } from './log-store.ts'

export const resendWebhookDelivery = operation({
  operationId: 'resendWebhookDelivery',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/resend',
  tag: 'Events',
  summary: 'Send an event again',
  description:
    'With the same `webhook-id` and body, signed anew, and tried as often as a new one. A paused or disabled endpoint gets it when it is enabled.',
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
    body: { clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e32' },
    data: { ...deliveryExample, state: 'waiting', nextAt: '2026-11-24T09:00:00.000Z' },
  },
}).handle(async ({ tx, touch }, { params: { endpointId, deliveryId } }) => {
  await getDelivery(tx, endpointId, deliveryId)
  touch(deliveryId)
  resend(tx, endpointId, deliveryId)
  return toDelivery(await getDelivery(tx, endpointId, deliveryId))
})
