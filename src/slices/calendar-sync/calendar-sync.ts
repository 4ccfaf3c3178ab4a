/**
 * Reads the calendars holders connected. An event that names a recipient becomes an appointment by the intake; others are
 * counted and left alone. What a calendar says counts: a moved event moves its appointment, a deleted one cancels it.
 */
export { startCalendarWorker } from './worker.ts'
export { synchronise, type Synchronised } from './synchronise.ts'
export { findDueCalendars } from './store.ts'
export { recipientNamed } from './recipient-of-event.ts'
