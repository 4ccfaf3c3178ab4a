import { none, operation } from '#/kernel/operation.ts'
import { described, formatInstant, Identifier, Instant, strictObject } from '#/kernel/schema.ts'
import { holdDeliveries } from '#/slices/webhooks/queue/queue.ts'
import { endpointParams, endpointParamsExample } from './endpoint.ts'
import { endEndpoint } from './endpoint-store.ts'

export const deleteWebhookEndpoint = operation({
  operationId: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints/{endpointId}',
  tag: 'Webhooks',
  summary: 'Delete a webhook endpoint',
  description:
    'It is called no more, what waited for it is dropped, and its secret is forgotten. It cannot be undone. Repeating the call gives the same response.',
  role: 'platform_holder_user',
  scope: 'webhooks:write',
  auth: ['apiKey', 'browserSession'],
  isSensitive: true,
  params: endpointParams,
  query: none,
  body: null,
  success: [200],
  data: strictObject(
    { id: described(Identifier, 'Id of the endpoint.'), deletedAt: described(Instant, 'When it was deleted.') },
    { title: 'DeletedWebhookEndpoint' },
  ),
  errors: [],
  example: {
    params: endpointParamsExample,
    data: { id: endpointParamsExample.endpointId, deletedAt: '2026-11-21T09:00:00.000Z' },
  },
}).handle(async (ctx, { params }) => {
  holdDeliveries(ctx.tx, params.endpointId)
  const deletedAt = await endEndpoint(ctx.tx, params.endpointId)
  ctx.touch(params.endpointId)
  return { id: params.endpointId, deletedAt: formatInstant(deletedAt) }
})
