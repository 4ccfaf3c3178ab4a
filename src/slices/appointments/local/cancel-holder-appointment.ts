import { Type } from 'typebox'
import { AppError, versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, ExpectedVersion, strictObject } from '#/kernel/schema.ts'
import {
  appointmentExample,
  CancellationReason,
  HolderAppointment,
} from '#/slices/appointments/reading/appointment-view.ts'
import { endAppointment } from '#/slices/appointments/change-appointment.ts'
import { appointmentParams, appointmentParamsExample } from '#/slices/appointments/reading/get-holder-appointment.ts'
import { getHolderAppointmentView } from '#/slices/appointments/reading/read-store.ts'
import { getForUpdate } from '#/slices/appointments/store.ts'

export const cancelHolderAppointment = operation({
  operationId: 'cancelHolderAppointment',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/appointments/{appointmentId}/cancellation',
  tag: 'Appointments',
  summary: 'Cancel an appointment',
  description:
    'Withdraws the unsent reminders in the same transaction and, unless the policy says otherwise, notifies recipients who had been told of the appointment.',
  role: 'platform_holder_user',
  scope: 'appointments:write',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'proposal', category: 'planning' },
  target: {
    readBy: 'getHolderAppointment',
    shows: ['recipient.displayName', 'startsAt', 'title'],
    becomes: { status: 'cancelled' },
  },
  params: appointmentParams,
  query: none,
  body: strictObject({
    clientRequestId: ClientRequestId,
    expectedVersion: ExpectedVersion,
    reasonCode: CancellationReason,
    note: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Your own note; no medical details.',
        examples: ['Arts is ziek.'],
      }),
    ),
  }),
  success: [200],
  data: HolderAppointment,
  errors: ['VERSION_CONFLICT', 'STATE_CONFLICT', 'REQUEST_ID_REUSED'],
  example: {
    params: appointmentParamsExample,
    body: { clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e12', expectedVersion: 1, reasonCode: 'provider' },
    data: {
      ...appointmentExample,
      status: 'cancelled',
      version: 2,
      cancellation: { cancelledAt: '2026-11-21T09:00:00.000Z', by: 'holder', reasonCode: 'provider', note: null },
    },
  },
}).handle(async (ctx, { params, body }) => {
  const before = await getForUpdate(ctx.tx, params.appointmentId)
  ctx.touch(before.id, before.holderRecipientId)
  if (before.version !== body.expectedVersion) throw versionConflict(before.version)
  if (before.status !== 'registered')
    throw new AppError('STATE_CONFLICT', { message: 'Only a registered appointment can be cancelled.' })
  await endAppointment(ctx, before, { by: 'holder', reasonCode: body.reasonCode, note: body.note ?? null })
  return getHolderAppointmentView(ctx.tx, before.id)
})
