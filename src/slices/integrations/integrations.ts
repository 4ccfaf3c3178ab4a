/**
 * Calendars a holder connects. This slice owns the connection and its grant: asking for it, keeping it encrypted and
 * fresh, giving it up. Whoever reads calendars asks `withGrant` and notes how it went with `noteSyncOutcome`.
 */
export { withGrant } from '#/slices/integrations/authorization/with-grant.ts'
export { findLatestConnectedAt, listSelectedCalendars } from '#/slices/integrations/calendars/connected-store.ts'
export { listLeftOutEvents, type LeftOutReason } from '#/slices/integrations/calendars/left-out-store.ts'
export { noteSyncOutcome } from '#/slices/integrations/calendars/sync-outcome.ts'
export { mailActionRequired } from '#/slices/integrations/calendars/action-required-mail.ts'
export { relistCalendars, relistSeen } from '#/slices/integrations/calendars/relist-calendars.ts'
export { revokeGrant } from '#/slices/integrations/authorization/revocation.ts'
