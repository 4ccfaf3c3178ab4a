import { none, operation } from '#/kernel/operation.ts'
import { described, HolderPathId, ResourceId, strictObject } from '#/kernel/schema.ts'
import { appointmentExample, HolderAppointment } from './appointment-view.ts'
import { findHolderAppointment } from './read-store.ts'

export const appointmentParams = strictObject({
  platformHolderId: HolderPathId,
  appointmentId: described(ResourceId, 'The appointment.'),
})
export const appointmentParamsExample = {
  platformHolderId: appointmentExample.platformHolderId,
  appointmentId: appointmentExample.id,
}

export const getHolderAppointment = operation({
  operationId: 'getHolderAppointment',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/appointments/{appointmentId}',
  tag: 'Appointments',
  summary: 'Read one appointment',
  description: 'Status, recipient, confirmation and delivery. A delivered message has not necessarily been read.',
  role: 'platform_holder_user',
  scope: 'appointments:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'planning' },
  params: appointmentParams,
  query: none,
  body: null,
  success: [200],
  data: HolderAppointment,
  errors: [],
  example: { params: appointmentParamsExample, data: appointmentExample },
}).handle(async (ctx, { params }) => {
  const { view, holderRecipientId } = await findHolderAppointment(ctx.tx, params.appointmentId)
  ctx.touch(view.id, holderRecipientId)
  return view
})
