export { event, type Emitted, type EventContract, type EventType, type SubjectType } from './event.ts'
export { toEventId, toMessage, type NumberedEvent } from './message.ts'
export { holdersToNumber, numberEvents } from './numbering.ts'
export { mostNumbered } from './numbering-store.ts'
