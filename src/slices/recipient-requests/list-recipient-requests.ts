import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { nextPageToken, pageQuery } from '#/kernel/page.ts'
import { oneOf, strictObject } from '#/kernel/schema.ts'
import { askingRecipient, recipientAuth } from '#/slices/recipients/recipients.ts'
import { requestStatuses, requestTypes } from './request.ts'
import { RecipientRequest, requestExample, toRecipientRequest } from './request-view.ts'
import { listOwnRequests } from './store.ts'

export const listRecipientRequests = operation({
  operationId: 'listRecipientRequests',
  method: 'GET',
  path: '/recipient/requests',
  tag: 'Recipient requests',
  summary: 'List your requests',
  description: 'Of all platform holders, newest first.',
  role: 'recipient',
  scope: 'self-requests:read',
  auth: recipientAuth,
  params: none,
  query: strictObject({
    ...pageQuery,
    status: Type.Optional(oneOf(requestStatuses)),
    type: Type.Optional(oneOf(requestTypes)),
  }),
  body: null,
  success: [200],
  data: strictObject({ items: Type.Array(RecipientRequest), nextPageToken }),
  errors: ['PAGE_TOKEN_INVALID'],
  example: { query: { status: 'pending_review' }, data: { items: [requestExample], nextPageToken: null } },
}).handle(async (ctx, { query, page }) => {
  const recipientId = askingRecipient(ctx)
  const rows = await listOwnRequests(ctx.tx, recipientId, query, page.after, page.size)
  const { items, nextPageToken } = page.finish(rows, (row) => [row.created_at.toString(), row.id])
  ctx.touch(...items.map((row) => row.id))
  return { items: items.map(toRecipientRequest), nextPageToken }
})
