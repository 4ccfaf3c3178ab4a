import { none, operation } from '#/kernel/operation.ts'
import { strictObject } from '#/kernel/schema.ts'
import { ownAppointmentParams, recipientAuth } from '#/slices/recipients/recipients.ts'
import { createRequest, requestBodyFields } from './create-request.ts'
import { RecipientRequest, requestExample } from '#/slices/recipient-requests/request-view.ts'

export const createRecipientCancellationRequest = operation({
  operationId: 'createRecipientCancellationRequest',
  method: 'POST',
  path: '/recipient/appointments/{appointmentId}/cancellation-requests',
  tag: 'Recipient requests',
  summary: 'Ask to cancel an appointment',
  description:
    'Records the request for review by the organization. The appointment stands until then, and nothing changes in any other system.',
  role: 'recipient',
  scope: 'self-requests:create',
  auth: recipientAuth,
  params: ownAppointmentParams,
  query: none,
  body: strictObject(requestBodyFields),
  success: [202],
  data: RecipientRequest,
  errors: ['VERSION_CONFLICT', 'STATE_CONFLICT', 'APPOINTMENT_IN_PAST', 'REQUEST_ALREADY_OPEN', 'REQUEST_ID_REUSED'],
  bodyLimitBytes: 65_536,
  example: {
    params: { appointmentId: requestExample.appointmentId },
    body: { clientRequestId: requestExample.clientRequestId, expectedVersion: 1, reasonCode: 'ill' },
    data: { ...requestExample, type: 'cancel', reasonCode: 'ill', preferredWindows: [] },
  },
}).handle((ctx, { params, body }) => createRequest(ctx, params.appointmentId, 'cancel', body, []))
