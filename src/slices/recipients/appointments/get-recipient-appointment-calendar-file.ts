import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { renderCalendarFile } from '#/messages/email/calendar-file.ts'
import { toMessageAppointment } from '#/messages/message-appointment.ts'
import { getOwnAppointment } from './appointment-store.ts'
import { recipientAppointmentExample } from './appointment-view.ts'
import { recipientAuth } from '#/slices/recipients/recipient-auth.ts'
import { toAppointmentId } from './find-appointment.ts'
import { ownAppointmentParams } from './get-recipient-appointment.ts'

export const getRecipientAppointmentCalendarFile = operation({
  operationId: 'getRecipientAppointmentCalendarFile',
  method: 'GET',
  path: '/recipient/appointments/{appointmentId}/calendar-file',
  tag: 'Recipient appointments',
  summary: 'Download one of your appointments as a calendar file',
  description:
    'The same event as in the e-mails about it (RFC 5545). Its UID never changes; its SEQUENCE is the schedule revision, plus one once the appointment is cancelled, when the file removes the event.',
  role: 'recipient',
  scope: 'self-appointments:read',
  auth: recipientAuth,
  params: ownAppointmentParams,
  query: none,
  body: null,
  success: [200],
  data: Type.String(),
  file: { mediaType: 'text/calendar', name: 'appointment.ics' },
  errors: [],
  example: {
    params: { appointmentId: recipientAppointmentExample.id },
    data: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:PUBLISH\r\nBEGIN:VEVENT\r\nUID:0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08@tijdig\r\nSEQUENCE:1\r\nDTSTAMP:20261120T090000Z\r\nDTSTART:20261203T133000Z\r\nDTEND:20261203T134500Z\r\nSUMMARY:Huisartsenpraktijk De Linde\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
  },
}).handle(async (ctx, { params }) => {
  const { recipientId } = ctx
  const appointmentId = toAppointmentId(params.appointmentId)
  ctx.touch(appointmentId)
  const row = await getOwnAppointment(ctx.tx, recipientId, appointmentId)
  const isCancelled = row.status === 'cancelled'
  const { content } = renderCalendarFile({
    appointments: [
      toMessageAppointment({ ...row, isCancelled }, [row.ownLocale, row.rememberedLocale, row.holderLocale]),
    ],
    holderDisplayName: row.holderName,
    organizerEmail: row.holderInbox === '' ? null : row.holderInbox,
    isCancelled,
    stampedAt: ctx.now,
  })
  return content
})
