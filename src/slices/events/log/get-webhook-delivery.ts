import { none, operation } from '#/kernel/operation.ts'
import { formatInstant } from '#/kernel/schema.ts'
import { webhookBody } from '#/slices/events/sending/compose-webhook.ts'
import {
  attemptExample,
  deliveryExample,
  deliveryParams,
  deliveryParamsExample,
  toDelivery,
  WebhookDeliveryDetail,
} from './delivery-view.ts'
import { getDelivery, listAttempts } from './log-store.ts'

export const getWebhookDelivery = operation({
  operationId: 'getWebhookDelivery',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints/{endpointId}/deliveries/{deliveryId}',
  tag: 'Events',
  summary: 'Read one delivery with its tries',
  description: 'The body that was signed, and what the receiver answered to each try.',
  role: 'platform_holder_user',
  scope: 'webhooks:read',
  auth: ['apiKey', 'browserSession'],
  params: deliveryParams,
  query: none,
  body: null,
  success: [200],
  data: WebhookDeliveryDetail,
  errors: [],
  example: {
    params: deliveryParamsExample,
    data: {
      ...deliveryExample,
      request: '{"id":"0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d77","type":"appointment.updated"}',
      tries: [attemptExample],
    },
  },
}).handle(async ({ tx, touch }, { params: { endpointId, deliveryId } }) => {
  const [row, attempts] = await Promise.all([getDelivery(tx, endpointId, deliveryId), listAttempts(tx, deliveryId)])
  touch(deliveryId)
  const tries = attempts.map((attempt) => ({ ...attempt, at: formatInstant(attempt.at) }))
  return { ...toDelivery(row), request: webhookBody(row, row.position), tries }
})
