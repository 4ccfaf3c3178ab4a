import { Type } from 'typebox'
import {
  CreatedAt,
  described,
  formatInstant,
  formatInstantOrNull,
  HolderPathId,
  Identifier,
  Instant,
  nullable,
  oneOf,
  ResourceId,
  strictObject,
  UpdatedAt,
  Version,
} from '#/kernel/schema.ts'
import type { EndpointRow } from './endpoint-store.ts'
import { mostJudged, mostCounted, type HealthRow } from './health-store.ts'

const EndpointHealth = strictObject(
  {
    attempts: Type.Integer({
      minimum: 0,
      description: `Calls of the last 24 hours, for its newest ${mostJudged} deliveries.`,
    }),
    succeeded: Type.Integer({ minimum: 0, description: 'How many of them were answered with 2xx.' }),
    p95Ms: nullable(
      Type.Integer({
        minimum: 0,
        description: 'Milliseconds within which 95 % of them were answered; null without any.',
        examples: [180],
      }),
    ),
    waiting: Type.Integer({
      minimum: 0,
      maximum: mostCounted,
      description: `Deliveries that are not made yet; ${mostCounted} stands for as many or more.`,
    }),
    oldestWaitingAt: nullable(described(Instant, 'Since when the oldest of them waits, or null.')),
    failingSince: nullable(described(Instant, 'When the first call failed after the last success, or null.')),
    lastSuccessAt: nullable(described(Instant, 'When a call last succeeded, or null.')),
  },
  { title: 'WebhookEndpointHealth', description: 'How its deliveries go.' },
)

/** An address that is called of events, as staff see it: never its secret. */
export const WebhookEndpoint = strictObject(
  {
    id: described(Identifier, 'Id of the endpoint.'),
    url: Type.String({
      maxLength: 2048,
      description: 'The address that is called.',
      examples: ['https://example.com/tijdig'],
    }),
    description: Type.String({
      maxLength: 200,
      description: 'What it is for, or empty.',
      examples: ['Practice system'],
    }),
    eventTypes: nullable(
      Type.Array(Type.String({ maxLength: 80 }), {
        description:
          'Types that it is told; null: all, those of later versions too, except what is told on request (`webhook_endpoint.resent`).',
        examples: [['appointment.confirmed']],
      }),
    ),
    locationIds: nullable(
      Type.Array(Identifier, {
        description: 'Only what is about these locations, or about none; null: every location.',
        examples: [['main']],
      }),
    ),
    status: oneOf(['enabled', 'paused', 'disabled'], {
      title: 'WebhookEndpointStatus',
      description:
        '`paused` by you and `disabled` by us: its deliveries wait until it is enabled. Nothing is dropped within 30 days.',
    }),
    disabledReason: nullable(
      oneOf(['gone', 'failing'], {
        description: '`gone`: it answered 410. `failing`: no success for five days. Else null.',
      }),
    ),
    maxInFlight: Type.Integer({ minimum: 1, maximum: 20, description: 'How many calls are made at once at most.' }),
    previousSecretEndsAt: nullable(
      described(Instant, 'Until when calls are signed with the previous secret as well, or null.'),
    ),
    health: EndpointHealth,
    version: Version,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { title: 'WebhookEndpoint' },
)

export const endpointParams = strictObject({
  platformHolderId: HolderPathId,
  endpointId: described(ResourceId, 'The endpoint.'),
})

/** @param now real time, which secrets follow */
export function toEndpoint(row: EndpointRow, health: HealthRow | null, now: Temporal.Instant) {
  const previous = row.secrets
    .flatMap(({ endsAt }) => (endsAt === null ? [] : [Temporal.Instant.from(endsAt)]))
    .filter((endsAt) => Temporal.Instant.compare(endsAt, now) > 0)
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    eventTypes: row.eventTypes && [...row.eventTypes],
    locationIds: row.locationIds && [...row.locationIds],
    status: row.status,
    disabledReason: row.disabledReason,
    maxInFlight: row.maxInFlight,
    previousSecretEndsAt: formatInstantOrNull(previous.toSorted(Temporal.Instant.compare).at(-1) ?? null),
    health: {
      attempts: health?.attempts ?? 0,
      succeeded: health?.succeeded ?? 0,
      p95Ms: health?.p95Ms ?? null,
      waiting: Math.min(health?.waiting ?? 0, mostCounted),
      oldestWaitingAt: formatInstantOrNull(health?.oldestWaitingAt ?? null),
      failingSince: formatInstantOrNull(row.failingSince),
      lastSuccessAt: formatInstantOrNull(row.lastSuccessAt),
    },
    version: row.version,
    createdAt: formatInstant(row.createdAt),
    updatedAt: formatInstant(row.updatedAt),
  }
}

export const endpointParamsExample = {
  platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
  endpointId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d21',
}

export const endpointExample = {
  id: endpointParamsExample.endpointId,
  url: 'https://example.com/tijdig',
  description: 'Practice system',
  eventTypes: ['appointment.confirmed', 'appointment.cancelled'],
  locationIds: null,
  status: 'enabled' as const,
  disabledReason: null,
  maxInFlight: 10,
  previousSecretEndsAt: null,
  health: {
    attempts: 240,
    succeeded: 239,
    p95Ms: 180,
    waiting: 1,
    oldestWaitingAt: '2026-11-21T09:00:00.000Z',
    failingSince: null,
    lastSuccessAt: '2026-11-21T08:59:59.000Z',
  },
  version: 1,
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
}
