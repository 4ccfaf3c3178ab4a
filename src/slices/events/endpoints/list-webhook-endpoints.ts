import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { HolderPathId, strictObject } from '#/kernel/schema.ts'
import { listEndpoints } from './endpoint-store.ts'
import { endpointExample, toEndpoint, WebhookEndpoint } from './endpoint-view.ts'

export const listWebhookEndpoints = operation({
  operationId: 'listWebhookEndpoints',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints',
  tag: 'Events',
  summary: 'List where events are sent',
  description: 'All of your organization, ten at most, with how they fare. Secrets are not shown again.',
  role: 'platform_holder_user',
  scope: 'webhooks:read',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: null,
  success: [200],
  data: strictObject(
    { items: Type.Array(WebhookEndpoint, { maxItems: 100, description: 'All endpoints, oldest first.' }) },
    { title: 'WebhookEndpoints' },
  ),
  errors: [],
  example: {
    params: { platformHolderId: endpointExample.platformHolderId },
    data: { items: [endpointExample] },
  },
}).handle(async (ctx) => ({ items: (await listEndpoints(ctx.tx)).map(toEndpoint) }))
