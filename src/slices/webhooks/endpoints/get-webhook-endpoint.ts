import { none, operation } from '#/kernel/operation.ts'
import { endpointExample, endpointParams, endpointParamsExample, WebhookEndpoint } from './endpoint.ts'
import { getEndpoint } from './endpoint-store.ts'
import { withHealth } from './read-endpoint.ts'

export const getWebhookEndpoint = operation({
  operationId: 'getWebhookEndpoint',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints/{endpointId}',
  tag: 'Webhooks',
  summary: 'Read one webhook endpoint',
  description: 'Its settings and how its deliveries go; never its secret.',
  role: 'platform_holder_user',
  scope: 'webhooks:read',
  auth: ['apiKey', 'browserSession'],
  params: endpointParams,
  query: none,
  body: null,
  success: [200],
  data: WebhookEndpoint,
  errors: [],
  example: { params: endpointParamsExample, data: endpointExample },
}).handle(async (ctx, { params }) => {
  const row = await getEndpoint(ctx.tx, params.endpointId)
  ctx.touch(row.id)
  return withHealth(ctx.tx, row)
})
