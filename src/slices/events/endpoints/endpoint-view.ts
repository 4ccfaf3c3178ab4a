import { Type, type Static } from 'typebox'
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
  PlatformHolderId,
  ResourceId,
  strictObject,
  UpdatedAt,
  Version,
} from '#/kernel/schema.ts'
import { EventTypeName } from '#/slices/events/feed/event-view.ts'
import type { SealedSecret } from './secrets.ts'

export const endpointParams = strictObject({
  platformHolderId: HolderPathId,
  endpointId: described(ResourceId, 'The endpoint.'),
})

export const EndpointUrl = Type.String({
  title: 'WebhookUrl',
  minLength: 1,
  maxLength: 2_048,
  description: 'Where events are sent: https, with a name that leads to a public address.',
  examples: ['https://hooks.praktijk.example/tijdig'],
})

export const EndpointDescription = Type.String({
  title: 'WebhookDescription',
  maxLength: 200,
  description: 'What you use it for.',
  examples: ['Our own calendar'],
})

export const EventTypes = nullable(
  Type.Array(EventTypeName, {
    title: 'WebhookEventTypes',
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    description: 'Only events of these types; null: all, also those that are new.',
    examples: [['appointment.updated', 'appointment.cancelled']],
  }),
)

export const LocationIds = nullable(
  Type.Array(Identifier, {
    title: 'WebhookLocationIds',
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description: 'Only events of appointments at these locations; null: all events.',
    examples: [['main']],
  }),
)

export const MaxInFlight = Type.Integer({
  title: 'WebhookMaxInFlight',
  minimum: 1,
  maximum: 20,
  description: 'How many events may be on their way to it at a time.',
  examples: [10],
})

export const WebhookEndpoint = strictObject(
  {
    id: described(Identifier, 'Permanent id of the endpoint.'),
    platformHolderId: PlatformHolderId,
    url: EndpointUrl,
    description: EndpointDescription,
    eventTypes: EventTypes,
    locationIds: LocationIds,
    maxInFlight: MaxInFlight,
    status: oneOf(['enabled', 'paused', 'disabled'], {
      title: 'WebhookEndpointStatus',
      description: '`disabled`: it answered 410, or failed for five days. Events are held meanwhile.',
    }),
    disabledReason: nullable(
      oneOf(['gone', 'failing'], { description: 'Why it is disabled: it answered 410, or kept failing; else null.' }),
    ),
    failingSince: nullable(described(Instant, 'Since when every try has failed, or null.')),
    lastSuccessAt: nullable(described(Instant, 'When it last took an event, or null.')),
    version: Version,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { title: 'WebhookEndpoint', description: 'A receiver of events.' },
)

export type EndpointRow = {
  readonly platformHolderId: string
  readonly id: string
  readonly url: string
  readonly description: string
  readonly eventTypes: string[] | null
  readonly locationIds: string[] | null
  readonly maxInFlight: number
  readonly status: 'enabled' | 'paused' | 'disabled'
  readonly disabledReason: 'gone' | 'failing' | null
  readonly secrets: readonly SealedSecret[]
  readonly failingSince: Temporal.Instant | null
  readonly lastSuccessAt: Temporal.Instant | null
  readonly version: number
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
}

export function toEndpoint({ secrets: _, ...row }: EndpointRow): Static<typeof WebhookEndpoint> {
  return {
    ...row,
    failingSince: formatInstantOrNull(row.failingSince),
    lastSuccessAt: formatInstantOrNull(row.lastSuccessAt),
    createdAt: formatInstant(row.createdAt),
    updatedAt: formatInstant(row.updatedAt),
  }
}

export const endpointExample: Static<typeof WebhookEndpoint> = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d78',
  platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
  url: 'https://hooks.praktijk.example/tijdig',
  description: 'Our own calendar',
  eventTypes: ['appointment.updated', 'appointment.cancelled'],
  locationIds: null,
  maxInFlight: 10,
  status: 'enabled',
  disabledReason: null,
  failingSince: null,
  lastSuccessAt: '2026-11-24T08:00:01.000Z',
  version: 1,
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
}

export const endpointParamsExample = {
  platformHolderId: endpointExample.platformHolderId,
  endpointId: endpointExample.id,
}

export const WebhookSecret = Type.String({
  maxLength: 80,
  description: 'What signs each event. Store it now: it is shown only once.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
})

export const secretExample = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='
