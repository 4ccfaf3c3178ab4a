import { none, operation } from '#/kernel/operation.ts'
import { described, Identifier, strictObject } from '#/kernel/schema.ts'
import { getOwnAppointment } from './appointment-store.ts'
import { RecipientAppointment, recipientAppointmentExample, toRecipientAppointment } from './appointment-view.ts'
import { recipientAuth } from '#/slices/recipients/recipient-auth.ts'
import { toAppointmentId } from './find-appointment.ts'

/** Names one of the recipient's appointments. */
export const ownAppointmentParams = strictObject({
  appointmentId: described(
    Identifier,
    'Id of the appointment, or the short id from links in older messages: `{baseUrl}/a/{appointmentId}`.',
  ),
})

export const getRecipientAppointment = operation({
  operationId: 'getRecipientAppointment',
  method: 'GET',
  path: '/recipient/appointments/{appointmentId}',
  tag: 'Recipient appointments',
  summary: 'Read one of your appointments',
  description:
    'When and where it is, what you may still do and until when. Times are instants: show them in `timezone`, not in that of the device.',
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
  const { recipientId } = ctx
  const appointmentId = toAppointmentId(params.appointmentId)
  ctx.touch(appointmentId)
  return toRecipientAppointment(await getOwnAppointment(ctx.tx, recipientId, appointmentId), ctx.now)
})
