import { Type } from 'typebox'
import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { none, operation, withStatus } from '#/kernel/operation.ts'
import { ClientRequestId, HolderPathId, nullable, strictObject } from '#/kernel/schema.ts'
import { createWebhookSecret } from '#/slices/events/delivery/signature.ts'
import { openStream } from '#/slices/events/feed/feed-store.ts'
import { checkEndpoint } from './check-endpoint.ts'
import { findEndpointOfRequest, getEndpoint, insertEndpoint, listEndpoints, lockEndpoints } from './endpoint-store.ts'
import {
  EndpointDescription,
  endpointExample,
  EndpointUrl,
  EventTypes,
  LocationIds,
  MaxInFlight,
  secretExample,
  toEndpoint,
  WebhookEndpoint,
  WebhookSecret,
} from './endpoint-view.ts'
import { sealSecret } from './secrets.ts'

const endpointsMax = 10

export const createWebhookEndpoint = operation({
  operationId: 'createWebhookEndpoint',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints',
  tag: 'Events',
  summary: 'Have events sent to an address',
  description:
    'From now on each event is sent there, signed as Standard Webhooks describes: verify it with the secret, answer 2xx within 15 seconds, and do the work afterwards. What fails is tried ten times in three days. Events can come twice and in another order: ignore an id, or a version of a subject, that you have. The secret is shown once: a repeat with the same clientRequestId answers without it; then make a new one with rotateWebhookEndpointSecret. At most 10 endpoints.',
  role: 'platform_holder_user',
  scope: 'webhooks:write',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: strictObject({
    clientRequestId: ClientRequestId,
    url: EndpointUrl,
    description: Type.Optional(EndpointDescription),
    eventTypes: Type.Optional(EventTypes),
    locationIds: Type.Optional(LocationIds),
    maxInFlight: Type.Optional(MaxInFlight),
  }),
  success: [201, 200],
  data: strictObject(
    { endpoint: WebhookEndpoint, secret: nullable(WebhookSecret) },
    { title: 'CreatedWebhookEndpoint' },
  ),
  versionIn: 'endpoint',
  // An answer that is kept would keep the secret.
  keepsNoAnswer: true,
  errors: ['STATE_CONFLICT'],
  example: {
    params: { platformHolderId: endpointExample.platformHolderId },
    body: {
      clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e31',
      url: endpointExample.url,
      description: endpointExample.description,
      eventTypes: endpointExample.eventTypes,
    },
    data: { endpoint: { ...endpointExample, lastSuccessAt: null }, secret: secretExample },
  },
}).handle(async (ctx, { body }) => {
  const { clientRequestId, url, description = '', eventTypes = null, locationIds = null, maxInFlight = 10 } = body
  const choice = { url, description, eventTypes, locationIds, maxInFlight }
  checkEndpoint(ctx.services, choice)
  openStream(ctx.tx)
  await lockEndpoints(ctx.tx)
  const earlier = await findEndpointOfRequest(ctx.tx, clientRequestId)
  if (earlier) {
    ctx.touch(earlier.id)
    return withStatus(200, { endpoint: toEndpoint(earlier), secret: null })
  }
  if ((await listEndpoints(ctx.tx)).length >= endpointsMax)
    throw new AppError('STATE_CONFLICT', {
      message: `You have ${endpointsMax} endpoints. Delete one that is no longer used, then create this one.`,
    })
  const id = newId()
  const secret = createWebhookSecret()
  insertEndpoint(ctx.tx, { ...choice, id, clientRequestId, secret: sealSecret(ctx.services.secretsAtRest, id, secret) })
  ctx.touch(id)
  return withStatus(201, { endpoint: toEndpoint(await getEndpoint(ctx.tx, id)), secret })
})
