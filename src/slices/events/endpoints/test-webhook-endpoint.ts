import { Type } from 'typebox'
import { invalid } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { none, operation } from '#/kernel/operation.ts'
import { formatInstant, strictObject } from '#/kernel/schema.ts'
import { EventTypeName } from '#/slices/events/feed/event-view.ts'
import { attemptExample, WebhookAttempt } from '#/slices/events/log/delivery-view.ts'
import { composeWebhook, webhookBody } from '#/slices/events/sending/compose-webhook.ts'
import { getEndpoint } from './endpoint-store.ts'
import { endpointParams, endpointParamsExample } from './endpoint-view.ts'

/** Longer than a receiver may take. */
const patienceMs = 20_000

export const testWebhookEndpoint = operation({
  operationId: 'testWebhookEndpoint',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints/{endpointId}/test',
  tag: 'Events',
  summary: 'Send a test event now',
  description:
    'Sends `ping`, or the example of a type, signed like any other, once, and answers how it went: also to an endpoint that is paused. Its `sequence` and `position` are 0: nothing happened, and no log or feed has it.',
  role: 'platform_holder_user',
  scope: 'webhooks:write',
  auth: ['apiKey', 'browserSession'],
  params: endpointParams,
  query: none,
  body: strictObject({ type: Type.Optional(EventTypeName) }),
  success: [200],
  data: WebhookAttempt,
  errors: [],
  example: { params: endpointParamsExample, body: { type: 'appointment.updated' }, data: attemptExample },
}).handleInSteps(async (ctx, { params, body }) => {
  const { services, platformHolderId, now } = ctx
  const wanted = body.type ?? 'ping'
  const type = services.eventTypes.find((one) => one.type === wanted)
  if (!type) throw invalid({ path: 'type', code: 'not_allowed', message: 'There is no such type of event.' })
  const endpoint = await ctx.step(({ tx }) => getEndpoint(tx, params.endpointId))
  ctx.touch(endpoint.id)
  const event = {
    platformHolderId,
    id: newId(),
    sequence: 0,
    type: type.type,
    schemaVersion: type.schemaVersion,
    occurredAt: now,
    subjectId: endpoint.id,
    subjectVersion: endpoint.version,
    data: { ...type.example },
  }
  const call = composeWebhook(services.secretsAtRest, endpoint, event.id, webhookBody(event, 0), now)
  const { durationMs, status, errorCode, answer } = await services.webhooks.send(call, AbortSignal.timeout(patienceMs))
  return { attemptNo: 1, at: formatInstant(now), durationMs, status, errorCode, answer }
})
