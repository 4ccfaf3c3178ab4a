import { described, Identifier, nullable, oneOf, strictObject } from '#/kernel/schema.ts'
import { event } from '#/slices/events/events.ts'
import { SuggestionDecision, SuggestionKind } from './suggestion.ts'

export const suggestionReviewed = event('suggestion.reviewed', {
  schemaVersion: 1,
  subject: 'suggestion',
  description:
    'A recipient accepted or dismissed a time that you suggested. It neither creates nor moves an appointment.',
  data: strictObject(
    {
      kind: SuggestionKind,
      appointmentId: nullable(described(Identifier, 'The appointment it is another time for, or null.')),
      requestId: nullable(described(Identifier, 'The request it answers, or null.')),
      status: oneOf(['approved', 'dismissed'], { description: 'Its status now.' }),
      decision: SuggestionDecision,
    },
    { title: 'SuggestionReviewedData' },
  ),
  example: {
    kind: 'alternative_time',
    appointmentId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05',
    requestId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d20',
    status: 'approved',
    decision: 'approved',
  },
})

export const suggestionEvents = [suggestionReviewed]
