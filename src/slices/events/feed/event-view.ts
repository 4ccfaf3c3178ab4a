import { Type, type Static } from 'typebox'
import type { SubjectKind } from '#/kernel/event-type.ts'
import {
  described,
  formatInstant,
  Identifier,
  Instant,
  nullable,
  PlatformHolderId,
  strictObject,
} from '#/kernel/schema.ts'

export const eventTypePattern = '^[a-z_]+(\\.[a-z_]+)?$'

export const EventTypeName = Type.String({
  title: 'EventType',
  pattern: eventTypePattern,
  maxLength: 80,
  description: 'What happened. New types can appear: ignore those you do not know.',
  examples: ['appointment.updated'],
})

export const EventSubject = strictObject(
  {
    type: Type.String({ maxLength: 40, description: 'The kind of thing.', examples: ['appointment'] }),
    id: described(Identifier, 'Its id.'),
    version: nullable(
      Type.Integer({
        minimum: 1,
        description: 'Its version after the change; null where it has none. Ignore an event with a version you have.',
        examples: [3],
      }),
    ),
    path: nullable(
      Type.String({
        maxLength: 400,
        description: 'Where to read it with your key, under the origin of this API; null where it cannot be read.',
        examples: [
          '/api/v1/platform-holders/0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06/appointments/0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05',
        ],
      }),
    ),
  },
  { title: 'EventSubject', description: 'What the event is about.' },
)

export const EventData = Type.Record(Type.String({ pattern: '^[A-Za-z]{1,40}$' }), Type.Unknown(), {
  title: 'EventData',
  description: 'Ids, states and names of changed fields, by type (`webhooks` in this document). No personal data.',
})

export const eventFields = {
  id: described(Identifier, 'Id of the event: the same each time it is sent, so that you can ignore repeats.'),
  type: EventTypeName,
  timestamp: described(Instant, 'When it happened.'),
  schemaVersion: Type.Integer({
    minimum: 1,
    description: 'Rises when fields are added to the data of this type.',
    examples: [1],
  }),
  sequence: Type.Integer({
    minimum: 1,
    description: 'Its number among all events of your organization: without gaps.',
    examples: [4711],
  }),
  platformHolderId: PlatformHolderId,
  subject: EventSubject,
  data: EventData,
}

export const Event = strictObject(eventFields, {
  title: 'Event',
  description: 'Something that happened to an appointment, a message, a request or a connection.',
})
export type Event = Static<typeof Event>

export type EventRow = {
  readonly platformHolderId: string
  readonly id: string
  readonly sequence: number
  readonly type: string
  readonly schemaVersion: number
  readonly occurredAt: Temporal.Instant
  readonly subjectId: string
  readonly subjectVersion: number | null
  readonly data: Readonly<Record<string, unknown>>
}

export function toEvent(row: EventRow): Event {
  const { platformHolderId, subjectId } = row
  const kind = row.type === 'ping' ? 'webhook_endpoint' : row.type.split('.')[0]
  const path = pathOf[kind as SubjectKind]?.(subjectId, row.data) ?? null
  return {
    id: row.id,
    type: row.type,
    timestamp: formatInstant(row.occurredAt),
    schemaVersion: row.schemaVersion,
    sequence: row.sequence,
    platformHolderId,
    subject: {
      type: kind ?? row.type,
      id: subjectId,
      version: row.subjectVersion,
      path: path && `/api/v1/platform-holders/${platformHolderId}${path}`,
    },
    data: { ...row.data },
  }
}

type PathOf = (id: string, data: EventRow['data']) => string | null

const pathOf: Readonly<Record<SubjectKind, PathOf>> = {
  appointment: (id) => `/appointments/${id}`,
  reminder: (_, { appointmentId }) => `/appointments/${String(appointmentId)}/reminders`,
  recipient_request: (id) => `/recipient-requests/${id}`,
  // Recipients alone read theirs; staff read the request that it answers.
  suggestion: (_, { requestId }) => (typeof requestId === 'string' ? `/recipient-requests/${requestId}` : null),
  integration: (id) => `/integrations/${id}`,
  webhook_endpoint: (id) => `/webhook-endpoints/${id}`,
}

export const eventExample: Event = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d77',
  type: 'appointment.updated',
  timestamp: '2026-11-24T08:00:00.000Z',
  schemaVersion: 1,
  sequence: 4711,
  platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
  subject: {
    type: 'appointment',
    id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05',
    version: 3,
    path: '/api/v1/platform-holders/0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06/appointments/0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05',
  },
  data: {
    sourceSystem: 'practice-system',
    externalAppointmentId: 'A-1001',
    status: 'registered',
    scheduleRevision: 2,
    locationId: 'main',
    changed: ['startsAt'],
  },
}
