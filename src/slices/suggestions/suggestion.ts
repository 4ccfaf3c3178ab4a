import type { Static } from 'typebox'
import { oneOf } from '#/kernel/schema.ts'

/** pending_review -> approved | dismissed (recipient) | expired (its start was reached) | withdrawn (no longer offered). */
export const SuggestionStatus = oneOf(['pending_review', 'approved', 'dismissed', 'expired', 'withdrawn'], {
  title: 'SuggestionStatus',
  description: 'Status of the suggestion. `expired`: its start has passed. `withdrawn`: it is no longer offered.',
})
export type SuggestionStatus = Static<typeof SuggestionStatus>

export const SuggestionKind = oneOf(['alternative_time', 'follow_up'], {
  title: 'SuggestionKind',
  description: 'Another time for an existing appointment, or a time for a next one.',
})
export type SuggestionKind = Static<typeof SuggestionKind>

export const SuggestionDecision = oneOf(['approved', 'dismissed'], {
  title: 'SuggestionDecision',
  description: 'What the recipient decided.',
})
