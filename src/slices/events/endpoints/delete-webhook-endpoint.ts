import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { described, Identifier, strictObject } from '#/kernel/schema.ts'
import { deleteEndpoint } from './endpoint-store.ts'
import { endpointExample, endpointParams, endpointParamsExample } from './endpoint-view.ts'

export const deleteWebhookEndpoint = operation({
  operationId: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints/{endpointId}',
  tag: 'Events',
  summary: 'Send no more events to an address',
  description:
    'With the endpoint go its secrets, its log and what waits for it; events stay in the feed. One that was deleted before is 404.',
  role: 'platform_holder_user',
  scope: 'webhooks:write',
  auth: ['apiKey', 'browserSession'],
  params: endpointParams,
  query: none,
  body: null,
  success: [200],
  data: strictObject({ id: described(Identifier, 'The endpoint that is gone.') }, { title: 'DeletedWebhookEndpoint' }),
  errors: [],
  example: { params: endpointParamsExample, data: { id: endpointExample.id } },
}).handle(async (ctx, { params: { endpointId } }) => {
  if (!(await deleteEndpoint(ctx.tx, endpointId))) throw new AppError('NOT_FOUND')
  ctx.touch(endpointId)
  return { id: endpointId }
})
