import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { HolderPathId, strictObject } from '#/kernel/schema.ts'
import { endpointExample, endpointParamsExample, toEndpoint, WebhookEndpoint } from './endpoint.ts'
import { endpointsMax, listEndpoints } from './endpoint-store.ts'
import { readHealth } from './health-store.ts'

export const listWebhookEndpoints = operation({
  operationId: 'listWebhookEndpoints',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints',
  tag: 'Webhooks',
  summary: 'List webhook endpoints and how they are doing',
  description: `Not paged: there are ${endpointsMax} at most. The oldest first, never with a secret.`,
  role: 'platform_holder_user',
  scope: 'webhooks:read',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: null,
  success: [200],
  data: strictObject(
    { items: Type.Array(WebhookEndpoint, { maxItems: endpointsMax, description: 'All of them.' }) },
    { title: 'WebhookEndpoints' },
  ),
  errors: [],
  example: {
    params: { platformHolderId: endpointParamsExample.platformHolderId },
    data: { items: [endpointExample] },
  },
}).handle(async (ctx) => {
  const rows = await listEndpoints(ctx.tx)
  const health = await readHealth(
    ctx.tx,
    rows.map(({ id }) => id),
  )
  ctx.touch(...rows.map(({ id }) => id))
  const now = Temporal.Now.instant()
  return { items: rows.map((row) => toEndpoint(row, health.get(row.id) ?? null, now)) }
})
