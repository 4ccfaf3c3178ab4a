import { AppError, versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { AppointmentId, ClientRequestId, ExpectedVersion, strictObject, Version } from '#/kernel/schema.ts'
import { findRecipientRules } from '#/slices/appointment-types/appointment-types.ts'
import { confirmAppointment, Confirmation, isConfirmed, toConfirmation } from '#/slices/appointments/appointments.ts'
import { recipientAppointmentExample } from './appointment-view.ts'
import { recipientAuth } from '#/slices/recipients/recipient-auth.ts'
import { findRecipientAppointmentForUpdate, toAppointmentId } from './find-appointment.ts'
import { ownAppointmentParams } from './get-recipient-appointment.ts'
import { allowedActions } from './recipient-actions.ts'

export const confirmRecipientAppointment = operation({
  operationId: 'confirmRecipientAppointment',
  method: 'POST',
  path: '/recipient/appointments/{appointmentId}/confirmation',
  tag: 'Recipient appointments',
  summary: 'Confirm one of your appointments',
  description:
    'Optional: the appointment stands without it. It holds for the current schedule; moving the appointment voids it. Confirming again changes nothing.',
  role: 'recipient',
  scope: 'self-appointments:respond',
  auth: recipientAuth,
  params: ownAppointmentParams,
  query: none,
  body: strictObject({ clientRequestId: ClientRequestId, expectedVersion: ExpectedVersion }),
  success: [200],
  data: strictObject(
    {
      appointmentId: AppointmentId,
      confirmation: Confirmation,
      version: Version,
    },
    { title: 'ConfirmedAppointment' },
  ),
  errors: ['VERSION_CONFLICT', 'STATE_CONFLICT', 'APPOINTMENT_IN_PAST', 'REQUEST_ID_REUSED'],
  bodyLimitBytes: 65_536,
  example: {
    params: { appointmentId: recipientAppointmentExample.id },
    body: { clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e21', expectedVersion: 1 },
    data: {
      appointmentId: recipientAppointmentExample.id,
      confirmation: {
        status: 'confirmed',
        confirmedAt: '2026-11-21T09:00:00.000Z',
        via: 'app',
        scheduleRevision: 1,
      },
      version: 2,
    },
  },
}).handle(async (ctx, { params, body }) => {
  const { recipientId } = ctx
  const appointmentId = toAppointmentId(params.appointmentId)
  ctx.touch(appointmentId)
  const { tx, appointment: before } = await findRecipientAppointmentForUpdate(ctx.tx, recipientId, appointmentId)
  if (before.version !== body.expectedVersion) throw versionConflict(before.version)
  if (before.status !== 'registered')
    throw new AppError('STATE_CONFLICT', { message: 'Only a registered appointment can be confirmed.' })
  if (Temporal.Instant.compare(ctx.now, before.startsAt) >= 0) throw new AppError('APPOINTMENT_IN_PAST')
  if (!isConfirmed(before)) {
    const rules = await findRecipientRules(tx, before.appointmentTypeId)
    if (!allowedActions(before, rules, ctx.now).includes('confirm'))
      throw new AppError('STATE_CONFLICT', { message: 'This appointment cannot be confirmed now.' })
  }
  const { appointment } = await confirmAppointment(
    tx,
    { services: ctx.services, now: ctx.now },
    { appointmentId: before.id, via: 'app', scheduleRevision: before.scheduleRevision },
  )
  return {
    appointmentId: appointment.id,
    confirmation: toConfirmation(appointment),
    version: appointment.version,
  }
})
