import { none, operation } from '#/kernel/operation.ts'
import { ResourceId, strictObject } from '#/kernel/schema.ts'
import { getOwnAppointment } from './appointment-store.ts'
import { RecipientAppointment, recipientAppointmentExample, toRecipientAppointment } from './appointment-view.ts'
import { askingRecipient, recipientAuth } from './asking-recipient.ts'

export const ownAppointmentParams = strictObject({ appointmentId: ResourceId })

export const getRecipientAppointment = operation({
  operationId: 'getRecipientAppointment',
  method: 'GET',
  path: '/recipient/appointments/{appointmentId}',
  tag: 'Recipient appointments',
  summary: 'Read one of your appointments',
  role: 'recipient',
  scope: 'self-appointments:read',
  auth: recipientAuth,
  params: ownAppointmentParams,
  query: none,
  body: null,
  success: [200],
  data: RecipientAppointment,
  errors: [],
  example: { params: { appointmentId: recipientAppointmentExample.id }, data: recipientAppointmentExample },
}).handle(async (ctx, { params }) => {
  const recipientId = askingRecipient(ctx)
  ctx.touch(params.appointmentId)
  return toRecipientAppointment(await getOwnAppointment(ctx.tx, recipientId, params.appointmentId), ctx.now)
})
