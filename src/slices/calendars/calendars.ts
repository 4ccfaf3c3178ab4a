/**
 * Calendars a holder connects. This slice owns the connection and its grant: asking for it, keeping it encrypted and
 * fresh, giving it up. Whoever reads calendars asks `withGrant` and notes how it went with `noteSyncOutcome`.
 */
export { withGrant } from '#/slices/calendars/authorization/with-grant.ts'
export { findLatestConnectedAt, listSelectedCalendars } from '#/slices/calendars/selected/connected-store.ts'
export { listLeftOutEvents, type LeftOutReason } from '#/slices/calendars/selected/left-out-store.ts'
export { noteSyncOutcome } from '#/slices/calendars/selected/sync-outcome.ts'
export { mailActionRequired } from '#/slices/calendars/selected/action-required-mail.ts'
export { relistCalendars, relistSeen } from '#/slices/calendars/selected/relist-calendars.ts'
export { revokeGrant } from '#/slices/calendars/authorization/revocation.ts'
