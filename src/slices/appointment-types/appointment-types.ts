/**
 * Appointment types say what a kind of appointment is called, how long it takes, how it is reminded of and what its
 * recipient may do. Global ones belong to the platform: every holder reads them, none changes them. Archived ones are
 * kept by appointments that have them and given to no other.
 */
export { findActiveType, findRecipientRules } from './store.ts'
export { findOwnTypeChangedAt } from './own-type-store.ts'
export {
  actionDeadline,
  actionsOfType,
  recipientActionNames,
  type RecipientActionName,
  type RecipientRules,
} from './recipient-rules.ts'
