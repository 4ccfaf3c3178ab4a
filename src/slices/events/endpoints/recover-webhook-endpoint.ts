import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, described, Instant, oneOf, strictObject } from '#/kernel/schema.ts'
import { recover, recoveredAtOnce } from '#/slices/events/log/log-store.ts'
import { getEndpoint } from './endpoint-store.ts'
import { endpointParams, endpointParamsExample } from './endpoint-view.ts'

export const recoverWebhookEndpoint = operation({
  operationId: 'recoverWebhookEndpoint',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints/{endpointId}/recovery',
  tag: 'Events',
  summary: 'Send the events of a span of time again',
  description: `After your receiver was away or lost what it had, also when you restored a backup of it. \`failed\`: what was not taken, held or left out; \`all\`: also what was taken. Each keeps its \`webhook-id\`. At most ${recoveredAtOnce} at a time, the oldest first: while \`hasMore\`, ask again with a later \`since\`.`,
  role: 'platform_holder_user',
  scope: 'webhooks:write',
  auth: ['apiKey', 'browserSession'],
  params: endpointParams,
  query: none,
  body: strictObject({
    clientRequestId: ClientRequestId,
    since: described(Instant, 'Events from then on.'),
    until: Type.Optional(described(Instant, 'And before then; omit for all until now.')),
    which: oneOf(['failed', 'all'], { description: 'Which of them.' }),
  }),
  success: [202],
  data: strictObject(
    {
      requeued: Type.Integer({ minimum: 0, description: 'How many are sent again.', examples: [42] }),
      hasMore: Type.Boolean({ description: 'Whether there may be more.' }),
    },
    { title: 'WebhookRecovery' },
  ),
  errors: ['REQUEST_ID_REUSED'],
  example: {
    params: endpointParamsExample,
    body: {
      clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e33',
      since: '2026-11-24T08:00:00Z',
      which: 'failed',
    },
    data: { requeued: 42, hasMore: false },
  },
}).handle(async (ctx, { params, body: { since, until, which } }) => {
  const { id } = await getEndpoint(ctx.tx, params.endpointId)
  ctx.touch(id)
  const span = {
    since: Temporal.Instant.from(since),
    until: until === undefined ? null : Temporal.Instant.from(until),
    which,
  }
  const requeued = await recover(ctx.tx, id, span)
  return { requeued, hasMore: requeued === recoveredAtOnce }
})
