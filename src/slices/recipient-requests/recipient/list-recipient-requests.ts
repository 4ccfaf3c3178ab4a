import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { described, strictObject } from '#/kernel/schema.ts'
import { RequestType } from '#/slices/appointments/appointments.ts'
import { recipientAuth } from '#/slices/recipients/recipients.ts'
import { RequestStatus } from '#/slices/recipient-requests/request.ts'
import { RecipientRequest, requestExample, toRecipientRequest } from '#/slices/recipient-requests/request-view.ts'
import { listOwnRequests } from '#/slices/recipient-requests/store.ts'

export const listRecipientRequests = operation({
  operationId: 'listRecipientRequests',
  method: 'GET',
  path: '/recipient/requests',
  tag: 'Recipient requests',
  summary: 'List your requests',
  description:
    'At all organizations, newest first. A request with status `pending_review` has changed nothing yet: the appointment stands.',
  role: 'recipient',
  scope: 'self-requests:read',
  auth: recipientAuth,
  params: none,
  query: strictObject({
    ...pageQuery,
    status: Type.Optional(described(RequestStatus, 'Only requests with this status.')),
    type: Type.Optional(described(RequestType, 'Only requests with this type.')),
  }),
  body: null,
  success: [200],
  data: pageOf(RecipientRequest),
  errors: ['PAGE_TOKEN_INVALID'],
  example: { query: { status: 'pending_review' }, data: { items: [requestExample], nextPageToken: null } },
}).handle(async (ctx, { query, page }) => {
  const { recipientId } = ctx
  const rows = await listOwnRequests(ctx.tx, recipientId, query, page.after, page.size)
  const { items, nextPageToken } = page.finish(rows, (row) => [row.createdAt.toString(), row.id])
  ctx.touch(...items.map((row) => row.id))
  return { items: items.map(toRecipientRequest), nextPageToken }
})
