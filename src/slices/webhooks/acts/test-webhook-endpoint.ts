import { Type } from 'typebox'
import type { HolderCtx } from '#/kernel/context.ts'
import { newId } from '#/kernel/ids.ts'
import { none, operation } from '#/kernel/operation.ts'
import { described, formatInstant, strictObject } from '#/kernel/schema.ts'
import { callEndpoint } from '#/slices/webhooks/deliver/call-endpoint.ts'
import { attemptExample, WebhookAttempt, WebhookRequest } from '#/slices/webhooks/deliveries/delivery.ts'
import { requestOf } from '#/slices/webhooks/deliveries/request-of.ts'
import { openSecrets } from '#/slices/webhooks/secrets/secrets.ts'
import { getEventType } from '#/slices/webhooks/endpoints/check-endpoint.ts'
import { endpointParams, endpointParamsExample } from '#/slices/webhooks/endpoints/endpoint.ts'
import { getEndpoint } from '#/slices/webhooks/endpoints/endpoint-store.ts'
import { exampleMessage } from './example-message.ts'

export const testWebhookEndpoint = operation({
  operationId: 'testWebhookEndpoint',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints/{endpointId}/test',
  tag: 'Webhooks',
  summary: 'Call a webhook endpoint now',
  description:
    'Sends a `ping`, or the example of a type, signed like any other, and answers how it went within 15 seconds. Also while it is paused or disabled. Its `sequence` and `position` are 0, its ids name nothing, and it is no delivery: nothing is sent again.',
  role: 'platform_holder_user',
  scope: 'webhooks:write',
  auth: ['apiKey', 'browserSession'],
  params: endpointParams,
  query: none,
  body: strictObject({
    type: Type.Optional(
      Type.String({
        maxLength: 80,
        pattern: '^[a-z_.]+$',
        description: 'Type of the example; `ping` by default.',
        examples: ['appointment.confirmed'],
      }),
    ),
  }),
  success: [200],
  data: strictObject(
    {
      succeeded: Type.Boolean({ description: 'Whether it was answered with 2xx.' }),
      request: described(WebhookRequest, 'What was sent.'),
      attempt: described(WebhookAttempt, 'The call and its answer.'),
    },
    { title: 'WebhookTest' },
  ),
  errors: [],
  example: {
    params: endpointParamsExample,
    body: { type: 'ping' },
    data: {
      succeeded: true,
      request: {
        url: 'https://example.com/tijdig',
        headers: { 'webhook-id': 'evt_0199f3c25a7e7c319d4e3f2b8a6c1d31' },
        body: '{"type":"ping"}',
      },
      attempt: attemptExample,
    },
  },
}).handleInSteps(async (ctx, { params, body }) => {
  const { services, platformHolderId } = ctx
  const contract = getEventType(body.type ?? 'ping', services)
  const endpoint = await ctx.notedStep((inner) => touched(inner, params.endpointId))
  const secrets = openSecrets(services.secretsAtRest, endpoint.id, endpoint.secrets, Temporal.Now.instant())
  const message = exampleMessage(contract, { platformHolderId, id: newId(), subjectId: newId(), at: ctx.now })
  const target = { url: endpoint.url, secrets, networks: services.webhookNetworks }
  const called = await callEndpoint(target, { id: message.id, body: JSON.stringify(message) })
  const { at, durationMs, status, errorCode, answer } = called
  return {
    succeeded: errorCode === null,
    request: requestOf(endpoint.url, message, at),
    attempt: { at: formatInstant(at), durationMs, status, errorCode, answer },
  }
})

async function touched(ctx: HolderCtx, endpointId: string) {
  const endpoint = await getEndpoint(ctx.tx, endpointId)
  ctx.touch(endpoint.id)
  return endpoint
}
