/** pending_review -> approved | dismissed (recipient) | expired (its start was reached) | withdrawn (no longer offered). */
export const suggestionStatuses = ['pending_review', 'approved', 'dismissed', 'expired', 'withdrawn'] as const
export type SuggestionStatus = (typeof suggestionStatuses)[number]

export const suggestionKinds = ['alternative_time', 'follow_up'] as const
export type SuggestionKind = (typeof suggestionKinds)[number]
