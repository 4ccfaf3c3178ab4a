import { Type } from 'typebox'
import { invalid, versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ExpectedVersion, oneOf, strictObject } from '#/kernel/schema.ts'
import { checkEndpoint } from './check-endpoint.ts'
import { getEndpoint, getEndpointForUpdate, resumeDeliveries, updateEndpoint } from './endpoint-store.ts'
import {
  EndpointDescription,
  endpointExample,
  endpointParams,
  endpointParamsExample,
  EndpointUrl,
  EventTypes,
  LocationIds,
  MaxInFlight,
  toEndpoint,
  WebhookEndpoint,
  type EndpointRow,
} from './endpoint-view.ts'

export const updateWebhookEndpoint = operation({
  operationId: 'updateWebhookEndpoint',
  method: 'PATCH',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints/{endpointId}',
  tag: 'Events',
  summary: 'Change an endpoint, pause or resume it',
  description:
    'Omitted fields are kept; `eventTypes` and `locationIds` are replaced as a whole. `status: paused` holds events; `status: enabled` needs `resume`: `all` sends what was held, `new` leaves it out (it stays in the log as skipped, and recoverWebhookEndpoint can still send it).',
  role: 'platform_holder_user',
  scope: 'webhooks:write',
  auth: ['apiKey', 'browserSession'],
  params: endpointParams,
  query: none,
  body: strictObject(
    {
      expectedVersion: ExpectedVersion,
      url: Type.Optional(EndpointUrl),
      description: Type.Optional(EndpointDescription),
      eventTypes: Type.Optional(EventTypes),
      locationIds: Type.Optional(LocationIds),
      maxInFlight: Type.Optional(MaxInFlight),
      status: Type.Optional(oneOf(['enabled', 'paused'], { description: 'Whether events are sent or held.' })),
      resume: Type.Optional(
        oneOf(['all', 'new'], { description: 'When it is enabled again: whether what was held is sent.' }),
      ),
    },
    { minProperties: 2 },
  ),
  success: [200],
  data: WebhookEndpoint,
  errors: ['VERSION_CONFLICT'],
  example: {
    params: endpointParamsExample,
    body: { expectedVersion: 1, status: 'paused' },
    data: { ...endpointExample, status: 'paused', version: 2 },
  },
}).handle(async (ctx, { params, body }) => {
  checkEndpoint(ctx.services, body)
  const before = await getEndpointForUpdate(ctx.tx, params.endpointId)
  ctx.touch(before.id)
  if (before.version !== body.expectedVersion) throw versionConflict(before.version)
  const { expectedVersion: _, resume, ...changes } = body
  const isResumed = body.status === 'enabled' && before.status !== 'enabled'
  if (isResumed && resume === undefined)
    throw invalid({ path: 'resume', code: 'required', message: 'Say whether what was held is sent: all or new.' })
  const status = body.status ?? before.status
  const after: EndpointRow = {
    ...before,
    ...changes,
    status,
    disabledReason: status === 'disabled' ? before.disabledReason : null,
    // It begins anew: what failed before says nothing of it now.
    failingSince: isResumed ? null : before.failingSince,
    version: before.version + 1,
  }
  if (isResumed && resume) resumeDeliveries(ctx.tx, before.id, resume)
  updateEndpoint(ctx.tx, after)
  return toEndpoint(await getEndpoint(ctx.tx, before.id))
})
