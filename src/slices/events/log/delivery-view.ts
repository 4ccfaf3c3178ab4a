import { Type, type Static } from 'typebox'
import {
  described,
  extending,
  formatInstant,
  HolderPathId,
  Identifier,
  Instant,
  nullable,
  oneOf,
  ResourceId,
  strictObject,
} from '#/kernel/schema.ts'
import { webhookErrors } from '#/ports/webhooks.ts'
import { EventTypeName } from '#/slices/events/feed/event-view.ts'
import { endpointExample } from '#/slices/events/endpoints/endpoint-view.ts'

export const deliveryParams = strictObject({
  platformHolderId: HolderPathId,
  endpointId: described(ResourceId, 'The endpoint.'),
  deliveryId: described(ResourceId, 'The delivery.'),
})

export const DeliveryState = oneOf(['waiting', 'succeeded', 'failed', 'held', 'skipped'], {
  title: 'WebhookDeliveryState',
  description:
    'What became of it. `waiting`: it is due at `nextAt`. `failed`: nothing follows by itself. `held`: made while the endpoint was paused or disabled. `skipped`: left out when it was enabled again.',
})

export const WebhookAttempt = strictObject(
  {
    attemptNo: Type.Integer({ minimum: 1, description: 'Its number, from 1.', examples: [1] }),
    at: described(Instant, 'When it began.'),
    durationMs: Type.Integer({ minimum: 0, description: 'How long it took, in milliseconds.', examples: [48] }),
    status: nullable(
      Type.Integer({
        minimum: 100,
        maximum: 999,
        description: 'The HTTP status; null without an answer.',
        examples: [204],
      }),
    ),
    errorCode: nullable(oneOf(webhookErrors, { description: 'Why it failed; null when it succeeded.' })),
    answer: nullable(
      Type.String({
        maxLength: 1_024,
        description: 'The beginning of what the receiver said, or null.',
        examples: ['ok'],
      }),
    ),
  },
  { title: 'WebhookAttempt', description: 'One try to send an event.' },
)

const deliveryFields = {
  id: described(Identifier, 'Permanent id of the delivery.'),
  endpointId: described(Identifier, 'The endpoint it goes to.'),
  eventId: described(Identifier, 'The event: what the receiver gets as `webhook-id`.'),
  type: EventTypeName,
  position: Type.Integer({
    minimum: 1,
    description: 'Its number among all deliveries of the endpoint: without gaps.',
    examples: [812],
  }),
  state: DeliveryState,
  attempts: Type.Integer({ minimum: 0, description: 'How often it was tried.', examples: [1] }),
  nextAt: nullable(described(Instant, 'When it is tried next; null when it does not wait.')),
}

export const WebhookDelivery = strictObject(deliveryFields, {
  title: 'WebhookDelivery',
  description: 'The sending of one event to one endpoint.',
})

export const WebhookDeliveryDetail = extending(
  WebhookDelivery,
  strictObject(
    {
      ...deliveryFields,
      request: Type.String({
        maxLength: 8_192,
        description: 'The body as it is sent: the bytes that are signed.',
        examples: ['{"id":"0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d77","type":"appointment.updated"}'],
      }),
      tries: Type.Array(WebhookAttempt, { maxItems: 100, description: 'The tries, newest first; at most 100.' }),
    },
    { title: 'WebhookDeliveryDetail' },
  ),
)

export type DeliveryRow = {
  readonly deliveryId: string
  readonly endpointId: string
  readonly eventId: string
  readonly type: string
  readonly position: number
  readonly state: Static<typeof DeliveryState>
  readonly attempts: number
  readonly nextAt: Temporal.Instant
}

export function toDelivery(row: DeliveryRow): Static<typeof WebhookDelivery> {
  const { deliveryId, endpointId, eventId, type, position, state, attempts, nextAt } = row
  const waits = state === 'waiting' ? formatInstant(nextAt) : null
  return { id: deliveryId, endpointId, eventId, type, position, state, attempts, nextAt: waits }
}

export const deliveryExample: Static<typeof WebhookDelivery> = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d79',
  endpointId: endpointExample.id,
  eventId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d77',
  type: 'appointment.updated',
  position: 812,
  state: 'succeeded',
  attempts: 1,
  nextAt: null,
}

export const attemptExample: Static<typeof WebhookAttempt> = {
  attemptNo: 1,
  at: '2026-11-24T08:00:01.000Z',
  durationMs: 48,
  status: 204,
  errorCode: null,
  answer: '',
}

export const deliveryParamsExample = {
  platformHolderId: endpointExample.platformHolderId,
  endpointId: endpointExample.id,
  deliveryId: deliveryExample.id,
}
