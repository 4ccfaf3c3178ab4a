import { none, operation } from '#/kernel/operation.ts'
import { described, ResourceId, strictObject } from '#/kernel/schema.ts'
import { recipientAuth } from '#/slices/recipients/recipients.ts'
import { RecipientRequest, requestExample, toRecipientRequest } from '#/slices/recipient-requests/request-view.ts'
import { getOwnRequest } from '#/slices/recipient-requests/store.ts'

export const getRecipientRequest = operation({
  operationId: 'getRecipientRequest',
  method: 'GET',
  path: '/recipient/requests/{requestId}',
  tag: 'Recipient requests',
  summary: 'Read one of your requests',
  description:
    'What you asked for and what was decided. `appointmentChanged` is about the appointment here, not in another system.',
  role: 'recipient',
  scope: 'self-requests:read',
  auth: recipientAuth,
  params: strictObject({ requestId: described(ResourceId, 'The request.') }),
  query: none,
  body: null,
  success: [200],
  data: RecipientRequest,
  errors: [],
  example: { params: { requestId: requestExample.id }, data: requestExample },
}).handle(async (ctx, { params }) => {
  const request = await getOwnRequest(ctx.tx, ctx.recipientId, params.requestId)
  ctx.touch(request.id)
  return toRecipientRequest(request)
})
