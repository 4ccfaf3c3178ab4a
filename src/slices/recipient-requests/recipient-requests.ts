/**
 * What recipients ask of platform holders: to cancel or to move an appointment. A request is a durable note for a human;
 * it changes nothing by itself. Appointments know only that their requests close when they are moved or cancelled.
 */
export { settleExpiredRequests, supersedeRequests } from './close-store.ts'
export { copiedRequests } from './privacy.ts'
export { countAwaitingNewTime, countOpenRequests } from './store.ts'
