import { Type } from 'typebox'
import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { described, Instant, strictObject } from '#/kernel/schema.ts'
import { endpointParams, endpointParamsExample } from '#/slices/webhooks/endpoints/endpoint.ts'
import { getEndpoint } from '#/slices/webhooks/endpoints/endpoint-store.ts'
import { deliveryExample, DeliveryState, toDelivery, WebhookDelivery } from './delivery.ts'
import { listDeliveries } from './delivery-store.ts'

export const listWebhookDeliveries = operation({
  operationId: 'listWebhookDeliveries',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints/{endpointId}/deliveries',
  tag: 'Webhooks',
  summary: 'List what a webhook endpoint was told',
  description:
    'The newest first, kept for 30 days. By type, a page can have fewer deliveries than requested and still a next page.',
  role: 'platform_holder_user',
  scope: 'webhooks:read',
  auth: ['apiKey', 'browserSession'],
  params: endpointParams,
  query: strictObject({
    ...pageQuery,
    state: Type.Optional(described(DeliveryState, 'Only deliveries in this state.')),
    type: Type.Optional(
      Type.String({
        maxLength: 80,
        pattern: '^[a-z_.]+$',
        description: 'Only events of this type.',
        examples: ['appointment.confirmed'],
      }),
    ),
    since: Type.Optional(described(Instant, 'Only deliveries that were made from this instant on.')),
  }),
  body: null,
  success: [200],
  data: pageOf(WebhookDelivery),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: endpointParamsExample,
    query: { state: 'delivered' },
    data: { items: [deliveryExample], nextPageToken: null },
  },
}).handle(async (ctx, { params, query, page }) => {
  const endpoint = await getEndpoint(ctx.tx, params.endpointId)
  ctx.touch(endpoint.id)
  const { state = null, type = null, since } = query
  const { rows, searchedTo } = await listDeliveries(
    ctx.tx,
    { endpointId: endpoint.id, state, type, since: since === undefined ? null : Temporal.Instant.from(since) },
    page,
  )
  const { items, nextPageToken } = page.finish(rows, ({ position }) => [String(position)], searchedTo)
  return { items: items.map(toDelivery), nextPageToken }
})
