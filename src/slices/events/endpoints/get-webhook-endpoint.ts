import { none, operation } from '#/kernel/operation.ts'
import { getEndpoint } from './endpoint-store.ts'
import { endpointExample, endpointParams, endpointParamsExample, toEndpoint, WebhookEndpoint } from './endpoint-view.ts'

export const getWebhookEndpoint = operation({
  operationId: 'getWebhookEndpoint',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints/{endpointId}',
  tag: 'Events',
  summary: 'Read one endpoint',
  description: 'Its secret is not shown again.',
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
  const endpoint = await getEndpoint(ctx.tx, params.endpointId)
  ctx.touch(endpoint.id)
  return toEndpoint(endpoint)
})
