import { Type } from 'typebox'
import { strictObject } from '#/kernel/schema.ts'
import { event, type EventType } from '#/slices/events/events.ts'

const ping = event({
  type: 'ping',
  schemaVersion: 1,
  subject: 'holder',
  summary: 'Sent to try an endpoint.',
  data: strictObject({}),
  example: {},
})
const confirmed = event({
  type: 'appointment.confirmed',
  schemaVersion: 1,
  subject: 'appointment',
  summary: 'An appointment was confirmed.',
  data: strictObject({ status: Type.String() }),
  example: { status: 'registered' },
})

/** Every type of event. */
export const events: readonly EventType[] = [ping, confirmed]
