import { Type } from 'typebox'
import type { EventMessage, EventType } from '#/kernel/event-type.ts'
import { described, extending, strictObject } from '#/kernel/schema.ts'
import { appointmentEvents } from '#/slices/appointments/appointment-events.ts'
import { endpointEvents, eventExample, eventFields } from '#/slices/events/events.ts'
import { integrationEvents } from '#/slices/calendars/integration-events.ts'
import { requestEvents } from '#/slices/recipient-requests/request-events.ts'
import { reminderEvents } from '#/slices/reminders/reminder-events.ts'
import { suggestionEvents } from '#/slices/suggestions/suggestion-events.ts'

/** Every kind of event: the reference, the filters of endpoints and the tests follow from it. */
export const eventTypes: readonly EventType[] = [
  ...appointmentEvents,
  ...reminderEvents,
  ...requestEvents,
  ...suggestionEvents,
  ...integrationEvents,
  ...endpointEvents,
]

const { type: _, data: __, ...commonFields } = eventFields

const sentFields = {
  ...commonFields,
  position: Type.Integer({
    minimum: 0,
    description: 'Its number among all that this endpoint gets, without gaps; 0 in a test.',
    examples: [812],
  }),
}

const SentEvent = strictObject(sentFields, { title: 'SentEvent', description: 'What every event has.' })

/** Every kind of event as a receiver gets it. */
export const eventMessages: readonly EventMessage[] = eventTypes.map((one) => ({
  type: one.type,
  description: one.description,
  name: `${titleOf(one.type)}Event`,
  schema: extending(
    SentEvent,
    strictObject(
      {
        ...sentFields,
        type: Type.Literal(one.type, { description: 'What happened.' }),
        data: described(one.data, 'Ids, states and names of changed fields.'),
      },
      { title: `${titleOf(one.type)}Event` },
    ),
  ),
  example: { ...eventExample, type: one.type, position: 812, data: one.example },
}))

function titleOf(type: string): string {
  return type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())
}
