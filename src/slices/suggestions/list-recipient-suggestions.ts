import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { described, strictObject } from '#/kernel/schema.ts'
import { recipientAuth } from '#/slices/recipients/recipients.ts'
import { listOwnSuggestions } from './store.ts'
import { SuggestionStatus } from './suggestion.ts'
import { RecipientSuggestion, suggestionExample, toSuggestion } from './suggestion-view.ts'

export const listRecipientSuggestions = operation({
  operationId: 'listRecipientSuggestions',
  method: 'GET',
  path: '/recipient/suggestions',
  tag: 'Suggestions',
  summary: 'List suggestions',
  description:
    'At all organizations, newest first. Those awaiting your decision have status `pending_review`; accepting one books nothing.',
  role: 'recipient',
  scope: 'self-suggestions:read',
  auth: recipientAuth,
  params: none,
  query: strictObject({
    ...pageQuery,
    status: Type.Optional(described(SuggestionStatus, 'Only suggestions with this status.')),
  }),
  body: null,
  success: [200],
  data: pageOf(RecipientSuggestion),
  errors: ['PAGE_TOKEN_INVALID'],
  example: { query: { status: 'pending_review' }, data: { items: [suggestionExample], nextPageToken: null } },
}).handle(async (ctx, { query, page }) => {
  const { recipientId } = ctx
  const rows = await listOwnSuggestions(ctx.tx, recipientId, query.status, page.after, page.size)
  const { items, nextPageToken } = page.finish(rows, (row) => [row.createdAt.toString(), row.id])
  ctx.touch(...items.map((row) => row.id))
  return { items: items.map(toSuggestion), nextPageToken }
})
