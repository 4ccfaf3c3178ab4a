import { Type } from 'typebox'
import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { described, HolderPathId, oneOf, strictObject } from '#/kernel/schema.ts'
import { RequestType } from '#/slices/appointments/appointments.ts'
import { RequestStatus } from '#/slices/recipient-requests/request.ts'
import {
  HolderRecipientRequest,
  holderRequestExample,
  toHolderRecipientRequest,
} from '#/slices/recipient-requests/request-view.ts'
import { listHolderRequests } from '#/slices/recipient-requests/store.ts'

export const listHolderRecipientRequests = operation({
  operationId: 'listHolderRecipientRequests',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/recipient-requests',
  tag: 'Recipient requests',
  summary: 'List requests of recipients',
  description:
    'Newest first. Requests awaiting review have status `pending_review`; a request changes nothing until it is reviewed, and expires when the appointment starts.',
  role: 'platform_holder_user',
  scope: 'recipient-requests:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'planning' },
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject({
    ...pageQuery,
    status: Type.Optional(described(RequestStatus, 'Only requests with this status.')),
    type: Type.Optional(described(RequestType, 'Only requests with this type.')),
    awaiting: Type.Optional(
      oneOf(['new_time'], {
        description:
          'Only approved requests whose appointment still lies ahead and was not moved yet, so that its reminders wait.',
      }),
    ),
  }),
  body: null,
  success: [200],
  data: pageOf(HolderRecipientRequest),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: { platformHolderId: holderRequestExample.platformHolderId },
    query: { status: 'pending_review' },
    data: { items: [holderRequestExample], nextPageToken: null },
  },
}).handle(async (ctx, { query, page }) => {
  const rows = await listHolderRequests(ctx.tx, query, page.after, page.size)
  const { items, nextPageToken } = page.finish(rows, (row) => [row.createdAt.toString(), row.id])
  ctx.touch(...items.flatMap((row) => [row.id, row.appointmentId, row.recipientId]))
  return { items: items.map(toHolderRecipientRequest), nextPageToken }
})
