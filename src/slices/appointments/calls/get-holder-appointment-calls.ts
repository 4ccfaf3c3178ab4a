import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { strictObject } from '#/kernel/schema.ts'
import { appointmentParams, appointmentParamsExample } from '#/slices/appointments/reading/get-holder-appointment.ts'
import { findHolderAppointment } from '#/slices/appointments/reading/read-store.ts'
import { callsMax, listCalls } from './call-store.ts'
import { AppointmentCall, appointmentCallExample, toAppointmentCall } from './call-view.ts'

export const getHolderAppointmentCalls = operation({
  operationId: 'getHolderAppointmentCalls',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/appointments/{appointmentId}/calls',
  tag: 'Appointments',
  summary: 'Read the calls about an appointment',
  description: 'What your staff noted of their calls, the oldest first. There are never more than one answer holds.',
  role: 'platform_holder_user',
  scope: 'appointments:read',
  auth: ['apiKey', 'browserSession'],
  params: appointmentParams,
  query: none,
  body: null,
  success: [200],
  data: strictObject(
    { items: Type.Array(AppointmentCall, { maxItems: callsMax, description: 'The calls.' }) },
    { title: 'AppointmentCalls' },
  ),
  errors: [],
  example: { params: appointmentParamsExample, data: { items: [appointmentCallExample] } },
}).handle(async (ctx, { params }) => {
  const [{ view, holderRecipientId }, calls] = await Promise.all([
    findHolderAppointment(ctx.tx, params.appointmentId),
    listCalls(ctx.tx, [params.appointmentId]),
  ])
  ctx.touch(view.id, holderRecipientId)
  return { items: calls.map(toAppointmentCall) }
})
