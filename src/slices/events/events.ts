export { changedBy, ChangedBy } from './by.ts'
export {
  event,
  isEventType,
  subjectTypes,
  type Emitted,
  type EventContract,
  type EventType,
  type SubjectType,
} from './event.ts'
export { fromEventId, pathOf, toEventId, toMessage, type NumberedEvent } from './message.ts'
export { holdersToNumber, numberEvents } from './numbering.ts'
export { mostNumbered } from './numbering-store.ts'
export { openStream } from './reading/read-store.ts'
export { createEventWaits } from './reading/event-waits.ts'
export { EventEnvelope, eventExample, EventMessage } from './reading/event-view.ts'
