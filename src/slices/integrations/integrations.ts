/**
 * Calendars a holder connects. This slice owns the connection and its grant: asking for it, keeping it encrypted and
 * fresh, giving it up. Whoever reads calendars asks `withGrant` and notes how it went with `noteSyncOutcome`.
 */
export { withGrant, type GrantUse } from './with-grant.ts'
export { findLatestConnectedAt } from './connected-store.ts'
export { listLeftOutEvents, type LeftOutReason } from './left-out-store.ts'
export { actionRequiredMailJob, noteSyncOutcome } from './sync-outcome.ts'
export { listSelectedCalendars, type StoredCalendar } from './selected-calendars.ts'
export { sendActionRequiredMailNow } from './action-required-mail.ts'
export { relistCalendars, relistCalendarsJob, relistCalendarsNow } from './relist-calendars.ts'
export { revokeGrantJob, revokeGrantNow } from './revocation.ts'
