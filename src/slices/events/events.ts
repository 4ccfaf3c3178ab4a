export { changedBy, ChangedBy } from './by.ts'
export {
  event,
  isEventType,
  subjectTypes,
  typesOnRequest,
  type Emitted,
  type EventContract,
  type EventType,
  type SubjectType,
} from './event.ts'
export { fromEventId, pathOf, toEventId, toMessage, type NumberedEvent } from './message.ts'
export { holdersToNumber, numberEvents } from './numbering.ts'
export { mostNumbered } from './numbering-store.ts'
export { openStream } from '#/slices/events/reading/read-store.ts'
export { untilWritersEnd } from '#/slices/events/reading/writers.ts'
export { createEventWaits } from '#/slices/events/reading/event-waits.ts'
export { EventEnvelope, eventExample, EventMessage } from '#/slices/events/reading/event-view.ts'
