/**
 * Times that platform holders propose to recipients: instead of what a recipient asked for, or as a follow-up that an
 * operator imported. Only a person may review one, and an approval creates and moves nothing.
 */
export {
  addSuggestion,
  importSuggestion,
  settleExpiredSuggestions,
  withdrawSuggestions,
  withdrawSuggestionsOfEntry,
} from './write-store.ts'
export { copiedSuggestions } from './privacy.ts'
export { eraseSuggestionsOfOld } from './privacy-store.ts'
