import { none, operation } from '#/kernel/operation.ts'
import { described, ResourceId, strictObject } from '#/kernel/schema.ts'
import { recipientAuth } from '#/slices/recipients/recipients.ts'
import { getOwnSuggestion } from './store.ts'
import { RecipientSuggestion, suggestionExample, toSuggestion } from './suggestion-view.ts'

export const getRecipientSuggestion = operation({
  operationId: 'getRecipientSuggestion',
  method: 'GET',
  path: '/recipient/suggestions/{suggestionId}',
  tag: 'Suggestions',
  summary: 'Read one suggestion',
  description: 'A time that an organization suggests, and your decision. You can decide until its start.',
  role: 'recipient',
  scope: 'self-suggestions:read',
  auth: recipientAuth,
  params: strictObject({ suggestionId: described(ResourceId, 'The suggestion.') }),
  query: none,
  body: null,
  success: [200],
  data: RecipientSuggestion,
  errors: [],
  example: { params: { suggestionId: suggestionExample.id }, data: suggestionExample },
}).handle(async (ctx, { params }) => {
  const suggestion = await getOwnSuggestion(ctx.tx, ctx.recipientId, params.suggestionId)
  ctx.touch(suggestion.id)
  return toSuggestion(suggestion)
})
