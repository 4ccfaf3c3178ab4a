import { Type } from 'typebox'
import { operation } from '#/kernel/operation.ts'
import { nextPageToken, pageQuery } from '#/kernel/page.ts'
import { oneOf, ResourceId, strictObject } from '#/kernel/schema.ts'
import { requestStatuses, requestTypes } from './request.ts'
import { HolderRecipientRequest, holderRequestExample, toHolderRecipientRequest } from './request-view.ts'
import { listHolderRequests } from './store.ts'

export const listHolderRecipientRequests = operation({
  operationId: 'listHolderRecipientRequests',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/recipient-requests',
  tag: 'Recipient requests',
  summary: 'List requests of recipients',
  description: 'Newest first. Those that wait for your staff have status pending_review.',
  role: 'platform_holder_user',
  scope: 'recipient-requests:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'planning' },
  params: strictObject({ platformHolderId: ResourceId }),
  query: strictObject({
    ...pageQuery,
    status: Type.Optional(oneOf(requestStatuses)),
    type: Type.Optional(oneOf(requestTypes)),
  }),
  body: null,
  success: [200],
  data: strictObject({ items: Type.Array(HolderRecipientRequest), nextPageToken }),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: { platformHolderId: holderRequestExample.platformHolderId },
    query: { status: 'pending_review' },
    data: { items: [holderRequestExample], nextPageToken: null },
  },
}).handle(async (ctx, { query, page }) => {
  const rows = await listHolderRequests(ctx.tx, ctx.platformHolderId, query, page.after, page.size)
  const { items, nextPageToken } = page.finish(rows, (row) => [row.created_at.toString(), row.id])
  ctx.touch(...items.flatMap((row) => [row.id, row.appointment_id, row.recipient_id]))
  return { items: items.map(toHolderRecipientRequest), nextPageToken }
})
