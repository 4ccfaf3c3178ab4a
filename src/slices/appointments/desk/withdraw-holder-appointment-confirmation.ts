import type { HolderCtx } from '#/kernel/context.ts'
import { AppError, versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, ExpectedVersion, strictObject } from '#/kernel/schema.ts'
import { changedBy } from '#/slices/events/events.ts'
import { replanAppointments } from '#/slices/reminders/reminders.ts'
import { appointmentUpdated, tell } from '#/slices/appointments/appointment-events.ts'
import { isConfirmed, notConfirmed, type KnownAppointment } from '#/slices/appointments/appointment.ts'
import { appointmentExample, HolderAppointment } from '#/slices/appointments/reading/appointment-view.ts'
import { appointmentParams, appointmentParamsExample } from '#/slices/appointments/reading/get-holder-appointment.ts'
import { getHolderAppointmentView } from '#/slices/appointments/reading/read-store.ts'
import { getForUpdate, updateAppointment } from '#/slices/appointments/store.ts'

export const withdrawHolderAppointmentConfirmation = operation({
  operationId: 'withdrawHolderAppointmentConfirmation',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/appointments/{appointmentId}/confirmation-withdrawal',
  tag: 'Appointments',
  summary: 'Take back a confirmation that staff recorded',
  description:
    'For a mistake, such as the wrong row of a list. The appointment counts as unconfirmed again, and what is still ahead of the messages that ask for a confirmation is planned again. What the recipient confirmed themselves cannot be taken back here: 409.',
  role: 'platform_holder_user',
  scope: 'appointments:write',
  auth: ['apiKey', 'browserSession'],
  params: appointmentParams,
  query: none,
  body: strictObject({ clientRequestId: ClientRequestId, expectedVersion: ExpectedVersion }),
  success: [200],
  data: HolderAppointment,
  errors: ['VERSION_CONFLICT', 'STATE_CONFLICT', 'APPOINTMENT_IN_PAST', 'REQUEST_ID_REUSED'],
  example: {
    params: appointmentParamsExample,
    body: { clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e14', expectedVersion: 2 },
    data: { ...appointmentExample, version: 3 },
  },
}).handle(async (ctx, { params, body }) => {
  const before = await getForUpdate(ctx.tx, params.appointmentId)
  ctx.touch(before.id, before.holderRecipientId)
  if (before.version !== body.expectedVersion) throw versionConflict(before.version)
  if (!isConfirmedByStaff(before))
    throw new AppError('STATE_CONFLICT', { message: 'Only a confirmation that staff recorded can be taken back.' })
  if (Temporal.Instant.compare(ctx.now, before.startsAt) >= 0) throw new AppError('APPOINTMENT_IN_PAST')
  await takeConfirmationBack(ctx, before)
  return getHolderAppointmentView(ctx.tx, before.id)
})

/** Whether staff recorded the confirmation of a registered appointment. */
export function isConfirmedByStaff(appointment: KnownAppointment): boolean {
  return appointment.status === 'registered' && isConfirmed(appointment) && appointment.confirmedVia === 'staff'
}

/** Makes the locked appointment unconfirmed again. */
export async function takeConfirmationBack(ctx: HolderCtx, before: KnownAppointment): Promise<void> {
  const { tx, platformHolderId, now } = ctx
  const after = { ...before, ...notConfirmed, version: before.version + 1, updatedAt: now }
  updateAppointment(tx, ctx.services.keys, after, null)
  tell(tx, appointmentUpdated, after, { by: changedBy(ctx.identity), changed: ['confirmation'] })
  await replanAppointments(tx, { platformHolderId, now }, [before.id])
}
