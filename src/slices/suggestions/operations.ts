import { getRecipientSuggestion } from './get-recipient-suggestion.ts'
import { listRecipientSuggestions } from './list-recipient-suggestions.ts'
import { reviewRecipientSuggestion } from './review-recipient-suggestion.ts'

export const suggestionOperations = [listRecipientSuggestions, getRecipientSuggestion, reviewRecipientSuggestion]
