/**
 * What becomes of appointments, messages and requests, told to whoever builds on them: written with the change, numbered
 * after it. An event tells; it changes nothing.
 */
export { event } from './event.ts'
export { eventExample, eventFields } from '#/slices/events/feed/event-view.ts'
export { endpointEvents } from '#/slices/events/endpoints/endpoint-events.ts'
export { startEventWorker, type EventWorker } from './worker.ts'
