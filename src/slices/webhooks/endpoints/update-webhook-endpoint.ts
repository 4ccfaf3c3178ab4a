import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { invalid, versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ExpectedVersion, oneOf, strictObject } from '#/kernel/schema.ts'
import { holdDeliveries, releaseHeld } from '#/slices/webhooks/queue/queue.ts'
import { checkedUrl, checkEventTypes, writableEndpoint } from './check-endpoint.ts'
import { endpointExample, endpointParams, endpointParamsExample, WebhookEndpoint } from './endpoint.ts'
import { getEndpointForUpdate, updateEndpoint } from './endpoint-store.ts'
import { withHealth } from './read-endpoint.ts'

const { url, description, eventTypes, locationIds, maxInFlight } = writableEndpoint

export const updateWebhookEndpoint = operation({
  operationId: 'updateWebhookEndpoint',
  method: 'PATCH',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints/{endpointId}',
  tag: 'Webhooks',
  summary: 'Change, pause or enable a webhook endpoint',
  description:
    'Omitted fields stay as they are. While it is paused its deliveries wait; to enable it, say by `resume` what becomes of them: `all` are made now, or only `new` ones from now on, and those that waited count as failed, for a recovery later. Deliveries that are under way are not called back.',
  role: 'platform_holder_user',
  scope: 'webhooks:write',
  auth: ['apiKey', 'browserSession'],
  isSensitive: true,
  params: endpointParams,
  query: none,
  body: strictObject({
    expectedVersion: ExpectedVersion,
    url: Type.Optional(url),
    description: Type.Optional(description),
    eventTypes: Type.Optional(eventTypes),
    locationIds: Type.Optional(locationIds),
    maxInFlight: Type.Optional(maxInFlight),
    status: Type.Optional(oneOf(['enabled', 'paused'], { description: 'Whether it is called.' })),
    resume: Type.Optional(
      oneOf(['all', 'new'], { description: 'What becomes of deliveries that wait, when it is enabled.' }),
    ),
  }),
  success: [200],
  data: WebhookEndpoint,
  errors: ['VERSION_CONFLICT'],
  example: {
    params: endpointParamsExample,
    body: { expectedVersion: 1, status: 'paused' },
    data: { ...endpointExample, status: 'paused', version: 2 },
  },
}).handle(async (ctx, { params, body }) => {
  const { tx, services } = ctx
  const { expectedVersion, resume, ...changes } = body
  if (Object.keys(changes).length === 0)
    throw invalid({ path: 'body', code: 'too_short', message: 'Give at least one field to change.' })
  checkEventTypes(changes.eventTypes ?? null, services)
  const row = await getEndpointForUpdate(tx, params.endpointId)
  ctx.touch(row.id)
  if (row.version !== expectedVersion) throw versionConflict(row.version)
  const before = {
    url: row.url,
    description: row.description,
    eventTypes: row.eventTypes,
    locationIds: row.locationIds,
    maxInFlight: row.maxInFlight,
    status: row.status,
  }
  const after = { ...before, ...changes }
  const changed = {
    ...after,
    description: after.description.trim(),
    url: changes.url === undefined ? row.url : checkedUrl(changes.url, services),
  }
  const isEnabled = changed.status === 'enabled' && row.status !== 'enabled'
  if (isEnabled && resume === undefined)
    throw invalid({ path: 'resume', code: 'required', message: 'Say what becomes of deliveries that wait.' })
  if (isDeepStrictEqual(changed, before)) return withHealth(tx, row)
  const updated = await updateEndpoint(tx, row.id, changed)
  if (isEnabled && resume !== undefined) releaseHeld(tx, row.id, resume)
  if (changed.status === 'paused' && row.status === 'enabled') holdDeliveries(tx, row.id)
  return withHealth(tx, updated)
})
