import { none, operation } from '#/kernel/operation.ts'
import { described, ResourceId, strictObject } from '#/kernel/schema.ts'
import { recipientAuth } from '#/slices/recipients/recipients.ts'
import { DeletionRequest, deletionRequestExample, toDeletionRequest } from './deletion-request.ts'
import { getOwnDeletionRequest } from './store.ts'

export const getRecipientDeletionRequest = operation({
  operationId: 'getRecipientDeletionRequest',
  method: 'GET',
  path: '/recipient/deletion-requests/{deletionRequestId}',
  tag: 'Deletion requests',
  summary: 'Read a deletion request',
  description: 'Its status and deadline. Completion ends your session, so it cannot be read after that.',
  role: 'recipient',
  scope: 'self-deletion:read',
  auth: recipientAuth,
  params: strictObject({ deletionRequestId: described(ResourceId, 'The deletion request.') }),
  query: none,
  body: null,
  success: [200],
  data: DeletionRequest,
  errors: [],
  example: { params: { deletionRequestId: deletionRequestExample.id }, data: deletionRequestExample },
}).handle(async (ctx, { params }) => {
  const { recipientId } = ctx
  const row = await getOwnDeletionRequest(ctx.tx, recipientId, params.deletionRequestId)
  ctx.touch(row.id)
  return toDeletionRequest(row)
})
