import { Type } from 'typebox'
import { described, Identifier, Instant, nullable, oneOf, PlatformHolderId, strictObject } from '#/kernel/schema.ts'
import { subjectTypes } from '#/slices/events/event.ts'

/** What an event is about. */
const Subject = strictObject(
  {
    type: oneOf(subjectTypes, { title: 'EventSubjectType', description: 'What kind of thing.' }),
    id: described(nullable(Identifier), 'Its id; null for the organization itself.'),
    version: nullable(
      Type.Integer({
        minimum: 1,
        description: 'Its version after the change: ignore an event of one you have. Null where it has none.',
        examples: [3],
      }),
    ),
    path: nullable(
      Type.String({
        maxLength: 400,
        description: 'Where to read it, or the appointment it is about, with a key; null where nothing shows it.',
        examples: [
          '/api/v1/platform-holders/0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06/appointments/0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08',
        ],
      }),
    ),
  },
  { title: 'EventSubject', description: 'What it is about.' },
)

/** What every event says, whatever its type. */
export const EventEnvelope = strictObject(
  {
    id: described(Identifier, 'Id of the event, however often it is told.', 'evt_019ac1f27c1e7b7d9d1e0f2a3b4c5d6e'),
    timestamp: described(Instant, 'When it happened.'),
    schemaVersion: Type.Integer({
      minimum: 1,
      description: 'Rises when `data` of this type gains fields.',
      examples: [1],
    }),
    sequence: Type.Integer({
      minimum: 1,
      description: 'Counts the events of your organization without gaps.',
      examples: [4_711],
    }),
    position: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'To an endpoint alone: counts what it is told, without gaps.',
        examples: [812],
      }),
    ),
    platformHolderId: PlatformHolderId,
    subject: Subject,
  },
  { title: 'EventEnvelope', description: 'What every event says.' },
)

/** An event of any type, as the feed has it. */
export const EventMessage = strictObject(
  {
    ...EventEnvelope.properties,
    type: Type.String({
      maxLength: 80,
      description: 'What happened; later versions have more types.',
      examples: ['appointment.updated'],
    }),
    data: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      additionalProperties: true,
      description: 'What this type says: see the webhook of its name.',
    }),
  },
  { title: 'Event', description: 'Something that happened: ids, states and names, and nothing personal.' },
)

export const eventExample = {
  id: 'evt_019ac1f27c1e7b7d9d1e0f2a3b4c5d6e',
  type: 'appointment.updated',
  timestamp: '2026-11-24T08:00:00.000Z',
  schemaVersion: 1,
  sequence: 4_711,
  platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
  subject: {
    type: 'appointment' as const,
    id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08',
    version: 3,
    path: '/api/v1/platform-holders/0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06/appointments/0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08',
  },
  data: {
    sourceSystem: 'practice-system',
    externalAppointmentId: 'A-1001',
    status: 'registered',
    scheduleRevision: 2,
    locationId: null,
    by: 'api',
    changed: ['startsAt'],
  },
}
