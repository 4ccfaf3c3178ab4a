import { Type } from 'typebox'
import { versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ExpectedVersion, strictObject } from '#/kernel/schema.ts'
import { createWebhookSecret } from '#/slices/events/delivery/signature.ts'
import { getEndpoint, getEndpointForUpdate, updateEndpoint } from './endpoint-store.ts'
import {
  endpointExample,
  endpointParams,
  endpointParamsExample,
  secretExample,
  toEndpoint,
  WebhookEndpoint,
  WebhookSecret,
} from './endpoint-view.ts'
import { sealSecret } from './secrets.ts'

/** With the new one, and so the most signatures an event has. */
const secretsMax = 3

export const rotateWebhookEndpointSecret = operation({
  operationId: 'rotateWebhookEndpointSecret',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints/{endpointId}/secret',
  tag: 'Events',
  summary: 'Make a new secret for an endpoint',
  description:
    'Events carry a signature by each secret for `overlapHours`, so that you can change the receiver at any time until then. With 0 the old one ends now. The new one is shown once. When the answer is lost, read the version and make another.',
  role: 'platform_holder_user',
  scope: 'webhooks:write',
  auth: ['apiKey', 'browserSession'],
  params: endpointParams,
  query: none,
  body: strictObject({
    expectedVersion: ExpectedVersion,
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        default: 24,
        description: 'For how long the old secret signs too.',
        examples: [24],
      }),
    ),
  }),
  success: [200],
  data: strictObject({ endpoint: WebhookEndpoint, secret: WebhookSecret }, { title: 'RotatedWebhookSecret' }),
  versionIn: 'endpoint',
  errors: ['VERSION_CONFLICT'],
  example: {
    params: endpointParamsExample,
    body: { expectedVersion: 1, overlapHours: 24 },
    data: { endpoint: { ...endpointExample, version: 2 }, secret: secretExample },
  },
}).handle(async (ctx, { params, body }) => {
  const before = await getEndpointForUpdate(ctx.tx, params.endpointId)
  ctx.touch(before.id)
  if (before.version !== body.expectedVersion) throw versionConflict(before.version)
  const secret = createWebhookSecret()
  const endsAt = ctx.now.add({ hours: body.overlapHours ?? 24 }).epochMilliseconds
  const old = before.secrets
    .map(({ sealed, until }) => ({ sealed, until: Math.min(until ?? endsAt, endsAt) }))
    .filter(({ until }) => until > ctx.now.epochMilliseconds)
  const secrets = [sealSecret(ctx.services.secretsAtRest, before.id, secret), ...old].slice(0, secretsMax)
  updateEndpoint(ctx.tx, { ...before, secrets, version: before.version + 1 })
  return { endpoint: toEndpoint(await getEndpoint(ctx.tx, before.id)), secret }
})
