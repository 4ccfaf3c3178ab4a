import { Type } from 'typebox'
import { invalid } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, described, Instant, oneOf, strictObject } from '#/kernel/schema.ts'
import { requeueDeliveries } from '#/slices/webhooks/queue/queue.ts'
import { endpointParams, endpointParamsExample } from '#/slices/webhooks/endpoints/endpoint.ts'
import { getEndpointForUpdate } from '#/slices/webhooks/endpoints/endpoint-store.ts'

export const recoverWebhookEndpoint = operation({
  operationId: 'recoverWebhookEndpoint',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints/{endpointId}/recovery',
  tag: 'Webhooks',
  summary: 'Send again what a webhook endpoint missed',
  description:
    'Sends deliveries of a period again, with their own `webhook-id`: those that failed, or all of them, as after data were lost. Deliveries are kept for 30 days.',
  role: 'platform_holder_user',
  scope: 'webhooks:write',
  auth: ['apiKey', 'browserSession'],
  params: endpointParams,
  query: none,
  body: strictObject({
    clientRequestId: ClientRequestId,
    since: described(Instant, 'From when on.'),
    until: Type.Optional(described(Instant, 'Until when; now by default.')),
    which: oneOf(['failed', 'all'], { description: 'Only those that failed, or those that were delivered as well.' }),
  }),
  success: [202],
  data: strictObject(
    { requeued: Type.Integer({ minimum: 0, description: 'How many are sent again.' }) },
    { title: 'WebhookRecovery' },
  ),
  errors: ['REQUEST_ID_REUSED'],
  example: {
    params: endpointParamsExample,
    body: {
      clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e11',
      since: '2026-11-20T09:00:00Z',
      until: '2026-11-21T09:00:00Z',
      which: 'failed',
    },
    data: { requeued: 12 },
  },
}).handle(async (ctx, { params, body }) => {
  const since = Temporal.Instant.from(body.since)
  const until = body.until === undefined ? null : Temporal.Instant.from(body.until)
  if (until !== null && Temporal.Instant.compare(since, until) >= 0)
    throw invalid({ path: 'until', code: 'out_of_range', message: 'It must be later than since.' })
  const endpoint = await getEndpointForUpdate(ctx.tx, params.endpointId)
  ctx.touch(endpoint.id)
  return { requeued: await requeueDeliveries(ctx.tx, endpoint.id, { since, until, which: body.which }) }
})
