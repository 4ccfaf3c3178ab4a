import { none, operation } from '#/kernel/operation.ts'
import { strictObject } from '#/kernel/schema.ts'
import { ownAppointmentParams, recipientAuth } from '#/slices/recipients/recipients.ts'
import { checkWindows, createRequest, PreferredWindows, requestBodyFields } from './create-request.ts'
import { RecipientRequest, requestExample } from '#/slices/recipient-requests/request-view.ts'

export const createRecipientRescheduleRequest = operation({
  operationId: 'createRecipientRescheduleRequest',
  method: 'POST',
  path: '/recipient/appointments/{appointmentId}/reschedule-requests',
  tag: 'Recipient requests',
  summary: 'Ask to move an appointment',
  description:
    'Records the request, with one to three preferred times, for review by the organization. The appointment stands until the organization moves it, and nothing changes in any other system.',
  role: 'recipient',
  scope: 'self-requests:create',
  auth: recipientAuth,
  params: ownAppointmentParams,
  query: none,
  body: strictObject({ ...requestBodyFields, preferredWindows: PreferredWindows }),
  success: [202],
  data: RecipientRequest,
  errors: ['VERSION_CONFLICT', 'STATE_CONFLICT', 'APPOINTMENT_IN_PAST', 'REQUEST_ALREADY_OPEN', 'REQUEST_ID_REUSED'],
  bodyLimitBytes: 65_536,
  example: {
    params: { appointmentId: requestExample.appointmentId },
    body: {
      clientRequestId: requestExample.clientRequestId,
      expectedVersion: 1,
      reasonCode: 'work',
      preferredWindows: [{ startsAt: '2026-12-07T09:00:00+01:00', endsAt: '2026-12-11T17:00:00+01:00' }],
    },
    data: requestExample,
  },
}).handle((ctx, { params, body }) =>
  createRequest(ctx, params.appointmentId, 'reschedule', body, checkWindows(ctx.now, body.preferredWindows)),
)
