import { Type } from 'typebox'
import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { strictObject } from '#/kernel/schema.ts'
import { getEndpoint } from '#/slices/events/endpoints/endpoint-store.ts'
import { endpointParams, endpointParamsExample } from '#/slices/events/endpoints/endpoint-view.ts'
import { deliveryExample, DeliveryState, toDelivery, WebhookDelivery } from './delivery-view.ts'
import { listDeliveries } from './log-store.ts'

export const listWebhookDeliveries = operation({
  operationId: 'listWebhookDeliveries',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints/{endpointId}/deliveries',
  tag: 'Events',
  summary: 'List what was sent to an endpoint',
  description: 'Newest first, for 30 days.',
  role: 'platform_holder_user',
  scope: 'webhooks:read',
  auth: ['apiKey', 'browserSession'],
  params: endpointParams,
  query: strictObject({ ...pageQuery, state: Type.Optional(DeliveryState) }),
  body: null,
  success: [200],
  data: pageOf(WebhookDelivery),
  errors: [],
  example: {
    params: endpointParamsExample,
    query: { state: 'failed' },
    data: { items: [{ ...deliveryExample, state: 'failed', attempts: 10 }], nextPageToken: null },
  },
}).handle(async ({ tx }, { params: { endpointId }, query, page }) => {
  const [, rows] = await Promise.all([
    getEndpoint(tx, endpointId),
    listDeliveries(tx, endpointId, query.state ?? null, page.after, page.size),
  ])
  const { items, nextPageToken } = page.finish(rows, ({ position }) => [String(position)])
  return { items: items.map(toDelivery), nextPageToken }
})
