import { AppError, versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { bindHolder } from '#/kernel/postgres/db.ts'
import { described, ExpectedVersion, ResourceId, strictObject } from '#/kernel/schema.ts'
import { getAppointmentForUpdate, noteClosedRequest } from '#/slices/appointments/appointments.ts'
import { recipientAuth } from '#/slices/recipients/recipients.ts'
import { RecipientRequest, requestExample, toRecipientRequest } from '#/slices/recipient-requests/request-view.ts'
import { getOwnRequest, getRequestForUpdate, withdrawRequest } from '#/slices/recipient-requests/store.ts'

export const withdrawRecipientRequest = operation({
  operationId: 'withdrawRecipientRequest',
  method: 'POST',
  path: '/recipient/requests/{requestId}/withdrawal',
  tag: 'Recipient requests',
  summary: 'Withdraw a request',
  description: 'Only while it awaits review. The appointment does not change.',
  role: 'recipient',
  scope: 'self-requests:create',
  auth: recipientAuth,
  params: strictObject({ requestId: described(ResourceId, 'The request.') }),
  query: none,
  body: strictObject({ expectedVersion: ExpectedVersion }),
  success: [200],
  data: RecipientRequest,
  errors: ['VERSION_CONFLICT', 'STATE_CONFLICT'],
  bodyLimitBytes: 65_536,
  example: {
    params: { requestId: requestExample.id },
    body: { expectedVersion: 1 },
    data: { ...requestExample, status: 'withdrawn', version: 2, updatedAt: '2026-11-27T10:00:00.000Z' },
  },
}).handle(async (ctx, { params, body }) => {
  const own = await getOwnRequest(ctx.tx, ctx.recipientId, params.requestId)
  const tx = bindHolder(ctx.tx, own.platformHolderId)
  const appointment = await getAppointmentForUpdate(tx, own.appointmentId)
  const request = await getRequestForUpdate(tx, own.id)
  ctx.touch(request.id, request.appointmentId)
  if (request.version !== body.expectedVersion) throw versionConflict(request.version)
  if (request.status !== 'pending_review')
    throw new AppError('STATE_CONFLICT', { message: 'Only a request that awaits review can be withdrawn.' })
  withdrawRequest(ctx.tx, request)
  noteClosedRequest(ctx.tx, appointment)
  return toRecipientRequest(await getOwnRequest(ctx.tx, ctx.recipientId, request.id))
})
