import { Type, type Static } from 'typebox'
import type { HolderCtx } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { claimClientRequest, storeAnswer, type StoredAnswer } from '#/kernel/execution/client-request.ts'
import { none, operation, replayed } from '#/kernel/operation.ts'
import { ClientRequestId, described, HolderPathId, strictObject } from '#/kernel/schema.ts'
import { openStream, untilWritersEnd } from '#/slices/events/events.ts'
import { makeSecret, openSecrets, sealSecret, type StoredSecret } from '#/slices/webhooks/secrets/secrets.ts'
import { checkedUrl, checkEventTypes, writableEndpoint } from './check-endpoint.ts'
import { endpointExample, endpointParamsExample, toEndpoint, WebhookEndpoint } from './endpoint.ts'
import { countEndpoints, endpointsMax, insertEndpoint } from './endpoint-store.ts'

export const EndpointSecret = Type.String({
  title: 'WebhookSecret',
  maxLength: 80,
  description: 'What its calls are signed with (Standard Webhooks). Store it now: it is shown only once.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
})

const operationId = 'createWebhookEndpoint'
const { url, description, eventTypes, locationIds, maxInFlight } = writableEndpoint

const Params = strictObject({ platformHolderId: HolderPathId })
const Body = strictObject({
  clientRequestId: ClientRequestId,
  url,
  description: Type.Optional(description),
  eventTypes: Type.Optional(eventTypes),
  locationIds: Type.Optional(locationIds),
  maxInFlight: Type.Optional(maxInFlight),
})

export const createWebhookEndpoint = operation({
  operationId,
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints',
  tag: 'Webhooks',
  summary: 'Add a webhook endpoint',
  description: `Events from now on are posted to it, signed as Standard Webhooks says, and again until it answers 2xx. The secret is shown once. Without eventTypes it is told everything. An organization has ${endpointsMax} at most.`,
  role: 'platform_holder_user',
  scope: 'webhooks:write',
  auth: ['apiKey', 'browserSession'],
  keepsNoAnswer: true,
  isSensitive: true,
  params: Params,
  query: none,
  body: Body,
  success: [201],
  data: strictObject(
    { endpoint: described(WebhookEndpoint, 'The endpoint as lists show it.'), secret: EndpointSecret },
    { title: 'CreatedWebhookEndpoint' },
  ),
  versionIn: 'endpoint',
  errors: ['STATE_CONFLICT', 'REQUEST_ID_REUSED'],
  example: {
    params: { platformHolderId: endpointParamsExample.platformHolderId },
    body: {
      clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e11',
      url: endpointExample.url,
      description: endpointExample.description,
      eventTypes: endpointExample.eventTypes,
      locationIds: null,
      maxInFlight: 10,
    },
    data: { endpoint: endpointExample, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
  },
}).handleInSteps(async (ctx, input) => {
  const { given, isFirst } = await ctx.notedStep((inner) => create(inner, input))
  if (isFirst) await untilWritersEnd(ctx)
  return given
})

type Input = { readonly params: Static<typeof Params>; readonly body: Static<typeof Body> }

/** With whether it is the first to listen, or was a moment ago. */
async function create(ctx: HolderCtx, { params, body }: Input) {
  const { tx, platformHolderId, identity, services } = ctx
  const { clientRequestId } = body
  const key = { platformHolderId, actorId: identity.actorId, operationId, clientRequestId }
  const first = await claimClientRequest(tx, key, { params, body })
  if (first) return { given: replayed(first.status, firstAnswer(ctx, first)), isFirst: await openStream(tx) }
  const fields = {
    url: checkedUrl(body.url, services),
    description: body.description?.trim() ?? '',
    eventTypes: body.eventTypes ?? null,
    locationIds: body.locationIds ?? null,
    maxInFlight: body.maxInFlight ?? 10,
  }
  checkEventTypes(fields.eventTypes, services)
  if ((await countEndpoints(tx)) >= endpointsMax)
    throw new AppError('STATE_CONFLICT', {
      message: `There are ${endpointsMax} endpoints already. Delete one that is no longer used, then add this one.`,
    })
  const isFirst = await openStream(tx)
  const secret = makeSecret()
  const row = await insertEndpoint(tx, fields, (id) => ({
    sealed: sealSecret(services.secretsAtRest, id, secret),
    endsAt: null,
  }))
  ctx.touch(row.id)
  const endpoint = toEndpoint(row, null, Temporal.Now.instant())
  // The secret is kept as unreadable here as beside its endpoint.
  storeAnswer(tx, key, { status: 201, data: { endpoint, secrets: row.secrets }, subjects: [row.id] })
  return { given: { endpoint, secret }, isFirst }
}

/** The same answer for a call that is repeated, as when the first answer was lost. */
function firstAnswer(ctx: HolderCtx, { data, subjects }: StoredAnswer) {
  const { endpoint, secrets } = data as { endpoint: ReturnType<typeof toEndpoint>; secrets: readonly StoredSecret[] }
  ctx.touch(...subjects)
  const [secret] = openSecrets(ctx.services.secretsAtRest, endpoint.id, secrets, Temporal.Now.instant())
  if (secret === undefined) throw new Error('The stored answer has no secret')
  return { endpoint, secret }
}
