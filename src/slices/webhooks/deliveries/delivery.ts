import { Type } from 'typebox'
import {
  CreatedAt,
  described,
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  nullable,
  oneOf,
  ResourceId,
  strictObject,
} from '#/kernel/schema.ts'
import { toEventId } from '#/slices/events/events.ts'
import { endpointParams, endpointParamsExample } from '#/slices/webhooks/endpoints/endpoint.ts'
import type { DeliveryRow } from './delivery-store.ts'

export const DeliveryState = oneOf(['due', 'held', 'delivered', 'failed'], {
  title: 'WebhookDeliveryState',
  description:
    '`due`: waits for its first or next call. `held`: its endpoint is paused or disabled. `failed`: not called again by itself.',
})

/** What an endpoint is told of one event. */
export const WebhookDelivery = strictObject(
  {
    id: described(Identifier, 'Id of the delivery.'),
    position: Type.Integer({
      minimum: 1,
      description: 'Counts the deliveries of its endpoint, without gaps.',
      examples: [812],
    }),
    eventId: described(
      Identifier,
      'Id of the event, which receivers find in `webhook-id`.',
      'evt_0199f3c25a7e7c319d4e3f2b8a6c1d31',
    ),
    eventType: Type.String({ maxLength: 80, description: 'Type of the event.', examples: ['appointment.confirmed'] }),
    state: DeliveryState,
    attempts: Type.Integer({ minimum: 0, description: 'How often it was tried.' }),
    nextAttemptAt: nullable(described(Instant, 'When it is tried next, or null.')),
    createdAt: CreatedAt,
    settledAt: nullable(described(Instant, 'When it was delivered or given up, or null.')),
  },
  { title: 'WebhookDelivery' },
)

/** One call of an endpoint and what it answered. */
export const WebhookAttempt = strictObject(
  {
    at: described(Instant, 'When it began.'),
    durationMs: Type.Integer({ minimum: 0, description: 'How long it took, in milliseconds.' }),
    status: nullable(Type.Integer({ description: 'The status of the answer; null when none came.', examples: [200] })),
    errorCode: nullable(
      oneOf(
        ['private_address', 'name_not_found', 'refused', 'tls', 'timeout', 'connection_lost', 'redirect', 'status'],
        {
          title: 'WebhookAttemptError',
          description:
            'Why it was no success, or null. `private_address`: its name leads to an address that is not public. `status`: it answered neither 2xx nor a redirect, which is not followed either.',
        },
      ),
    ),
    answer: nullable(
      Type.String({ maxLength: 1024, description: 'The first 1,024 bytes of the answer, or null.', examples: ['OK'] }),
    ),
  },
  { title: 'WebhookAttempt' },
)

/** What was or would be sent. */
export const WebhookRequest = strictObject(
  {
    url: Type.String({ maxLength: 2048, description: 'The address.', examples: ['https://example.com/tijdig'] }),
    headers: Type.Record(Type.String(), Type.String(), {
      description: 'Headers, but for the signature.',
      examples: [{ 'webhook-id': 'evt_0199f3c25a7e7c319d4e3f2b8a6c1d31' }],
    }),
    body: Type.String({ description: 'The body, as JSON text.', examples: ['{"type":"ping"}'] }),
  },
  { title: 'WebhookRequest' },
)

export const deliveryParams = strictObject({
  ...endpointParams.properties,
  deliveryId: described(ResourceId, 'The delivery.'),
})

export function toDelivery(row: DeliveryRow) {
  return {
    id: row.eventId,
    position: row.position,
    eventId: toEventId(row.eventId),
    eventType: row.type,
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: row.state === 'due' ? formatInstantOrNull(row.nextAt) : null,
    createdAt: formatInstant(row.createdAt),
    settledAt: formatInstantOrNull(row.settledAt),
  }
}

export const deliveryParamsExample = { ...endpointParamsExample, deliveryId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d31' }

export const deliveryExample = {
  id: deliveryParamsExample.deliveryId,
  position: 812,
  eventId: 'evt_0199f3c25a7e7c319d4e3f2b8a6c1d31',
  eventType: 'appointment.confirmed',
  state: 'delivered' as const,
  attempts: 1,
  nextAttemptAt: null,
  createdAt: '2026-11-21T09:00:00.000Z',
  settledAt: '2026-11-21T09:00:01.000Z',
}

export const attemptExample = {
  at: '2026-11-21T09:00:00.820Z',
  durationMs: 180,
  status: 200,
  errorCode: null,
  answer: 'OK',
}
