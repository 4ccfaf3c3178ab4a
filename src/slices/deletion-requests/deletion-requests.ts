/**
 * A recipient asks to be erased, staff decide, and the worker erases: the last notice first, then a line in the journal
 * beside the database, then everything by which the person could be known. See docs/privacy.md.
 */
export { completeDeletion, completeDeletionJob, type Completion } from './complete.ts'
export { eraseAgain, forgetStatisticsJob, type ErasePools } from './erase.ts'
export { erasedTables } from './erase-store.ts'
export { liftErasure } from './lift.ts'
export { findSharedContacts, type SharedContacts } from './shared-contacts.ts'
export { retainedCategories, type RetainedCategory, type DeletionStatus } from './deletion-request.ts'
