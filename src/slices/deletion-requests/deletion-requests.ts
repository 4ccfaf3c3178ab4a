/**
 * A recipient asks to be erased, or staff enter what somebody asked by letter, staff of the platform decide, and the worker erases: the last notice first, then a line in the journal
 * beside the database, then everything by which the person could be known. See docs/privacy.md.
 */
export { completeDeletion } from '#/slices/deletion-requests/erasure/complete.ts'
export { eraseAgain, forgetStatistics, type ErasePools } from '#/slices/deletion-requests/erasure/erase.ts'
export { liftErasure } from '#/slices/deletion-requests/erasure/lift.ts'
export { findSharedContacts, type SharedContacts } from '#/slices/deletion-requests/erasure/shared-contacts.ts'
export { retainedCategories, type RetainedCategory, type DeletionStatus } from './deletion-request.ts'
export { copiedDeletionRequests } from './privacy.ts'
