import { none, operation } from '#/kernel/operation.ts'
import { described, HolderPathId, ResourceId, strictObject } from '#/kernel/schema.ts'
import {
  HolderRecipientRequest,
  holderRequestExample,
  toHolderRecipientRequest,
} from '#/slices/recipient-requests/request-view.ts'
import { getHolderRequest } from '#/slices/recipient-requests/store.ts'

export const getHolderRecipientRequest = operation({
  operationId: 'getHolderRecipientRequest',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/recipient-requests/{requestId}',
  tag: 'Recipient requests',
  summary: 'Read one request of a recipient',
  description:
    'What the recipient asks for and what was decided. A review needs the version of the request, not that of the appointment.',
  role: 'platform_holder_user',
  scope: 'recipient-requests:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'planning' },
  params: strictObject({ platformHolderId: HolderPathId, requestId: described(ResourceId, 'The request.') }),
  query: none,
  body: null,
  success: [200],
  data: HolderRecipientRequest,
  errors: [],
  example: {
    params: { platformHolderId: holderRequestExample.platformHolderId, requestId: holderRequestExample.id },
    data: holderRequestExample,
  },
}).handle(async (ctx, { params }) => {
  const request = await getHolderRequest(ctx.tx, params.requestId)
  ctx.touch(request.id, request.appointmentId, request.recipientId)
  return toHolderRecipientRequest(request)
})
