import { none, operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { strictObject } from '#/kernel/schema.ts'
import { recipientAuth } from '#/slices/recipients/recipients.ts'
import { DeletionRequest, deletionRequestExample, toDeletionRequest } from './deletion-request.ts'
import { listOwnDeletionRequests } from './store.ts'

export const listRecipientDeletionRequests = operation({
  operationId: 'listRecipientDeletionRequests',
  method: 'GET',
  path: '/recipient/deletion-requests',
  tag: 'Deletion requests',
  summary: 'List your deletion requests',
  description:
    'Newest first. At most one is open at a time. You never see a completed one, because completion ends your access.',
  role: 'recipient',
  scope: 'self-deletion:read',
  auth: recipientAuth,
  params: none,
  query: strictObject(pageQuery),
  body: null,
  success: [200],
  data: pageOf(DeletionRequest),
  errors: ['PAGE_TOKEN_INVALID'],
  example: { query: { pageSize: '25' }, data: { items: [deletionRequestExample], nextPageToken: null } },
}).handle(async (ctx, { page }) => {
  const { recipientId } = ctx
  const rows = await listOwnDeletionRequests(ctx.tx, recipientId, page.after, page.size)
  const { items, nextPageToken } = page.finish(rows, (row) => [row.createdAt.toString(), row.id])
  ctx.touch(...items.map((row) => row.id))
  return { items: items.map(toDeletionRequest), nextPageToken }
})
