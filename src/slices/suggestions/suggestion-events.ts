import { described, Identifier, nullable, strictObject } from '#/kernel/schema.ts'
import { event } from '#/slices/events/events.ts'
import { SuggestionDecision, SuggestionKind, SuggestionStatus } from './suggestion.ts'

export const suggestionReviewed = event({
  type: 'suggestion.reviewed',
  schemaVersion: 1,
  subject: 'suggestion',
  summary: 'A recipient accepted or dismissed a time that was proposed. It changes no appointment by itself.',
  data: strictObject({
    appointmentId: described(nullable(Identifier), 'The appointment it is about, or null.'),
    requestId: described(nullable(Identifier), 'The request it answers, or null.'),
    kind: SuggestionKind,
    status: SuggestionStatus,
    decision: SuggestionDecision,
  }),
  example: {
    appointmentId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08',
    requestId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d20',
    kind: 'alternative_time',
    status: 'approved',
    decision: 'approved',
  },
})

export const suggestionEvents = [suggestionReviewed]
