import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { described, extending, formatInstant, strictObject } from '#/kernel/schema.ts'
import { toMessage } from '#/slices/events/events.ts'
import { getEndpoint } from '#/slices/webhooks/endpoints/endpoint-store.ts'
import {
  attemptExample,
  deliveryExample,
  deliveryParams,
  deliveryParamsExample,
  toDelivery,
  WebhookAttempt,
  WebhookDelivery,
  WebhookRequest,
} from './delivery.ts'
import { getDelivery, listAttempts } from './delivery-store.ts'
import { requestOf } from './request-of.ts'

export const WebhookDeliveryDetail = extending(
  WebhookDelivery,
  strictObject(
    {
      ...WebhookDelivery.properties,
      request: described(WebhookRequest, 'What was or will be sent.'),
      attemptList: Type.Array(WebhookAttempt, { description: 'Its calls, the last first; a hundred at most.' }),
    },
    { title: 'WebhookDeliveryDetail' },
  ),
)

export const getWebhookDelivery = operation({
  operationId: 'getWebhookDelivery',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints/{endpointId}/deliveries/{deliveryId}',
  tag: 'Webhooks',
  summary: 'Read one delivery: what was sent, and each answer',
  description:
    'The request as it is sent, without the signature, and every call with what it was answered. An event has ids, states and names of fields: nothing about a person.',
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
      request: {
        url: 'https://example.com/tijdig',
        headers: { 'webhook-id': deliveryExample.eventId, 'webhook-timestamp': '1795424400' },
        body: '{"type":"appointment.confirmed"}',
      },
      attemptList: [attemptExample],
    },
  },
}).handle(async (ctx, { params }) => {
  const { tx } = ctx
  const [endpoint, delivery] = await Promise.all([
    getEndpoint(tx, params.endpointId),
    getDelivery(tx, params.endpointId, params.deliveryId),
  ])
  ctx.touch(endpoint.id, delivery.eventId)
  const attempts = await listAttempts(tx, endpoint.id, delivery.position)
  const at = attempts[0]?.at ?? null
  return {
    ...toDelivery(delivery),
    request: requestOf(endpoint.url, toMessage(delivery.event, delivery.position), at),
    attemptList: attempts.map((attempt) => ({ ...attempt, at: formatInstant(attempt.at) })),
  }
})
