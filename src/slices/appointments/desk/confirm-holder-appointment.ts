import type { HolderCtx } from '#/kernel/context.ts'
import { AppError, versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, ExpectedVersion, strictObject } from '#/kernel/schema.ts'
import { changedBy } from '#/slices/events/events.ts'
import { isConfirmed, type KnownAppointment } from '#/slices/appointments/appointment.ts'
import { confirmAppointment } from '#/slices/appointments/confirm.ts'
import { appointmentExample, HolderAppointment } from '#/slices/appointments/reading/appointment-view.ts'
import { appointmentParams, appointmentParamsExample } from '#/slices/appointments/reading/get-holder-appointment.ts'
import { getHolderAppointmentView } from '#/slices/appointments/reading/read-store.ts'
import { getForUpdate } from '#/slices/appointments/store.ts'

export const confirmHolderAppointment = operation({
  operationId: 'confirmHolderAppointment',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/appointments/{appointmentId}/confirmation',
  tag: 'Appointments',
  summary: 'Record that the recipient confirmed to you',
  description:
    'For whoever says on the telephone or at the desk that they come: `confirmation.via` is then `staff`. It stops messages that ask for a confirmation, as their own answer would, and holds for the current schedule: moving the appointment voids it. Where the recipient confirmed already, nothing changes. Only before the start; withdrawHolderAppointmentConfirmation takes a mistake back.',
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
    body: { clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e13', expectedVersion: 1 },
    data: {
      ...appointmentExample,
      version: 2,
      confirmation: {
        status: 'confirmed',
        confirmedAt: '2026-11-21T09:00:00.000Z',
        via: 'staff',
        scheduleRevision: 1,
      },
    },
  },
}).handle(async (ctx, { params, body }) => {
  const before = await getForUpdate(ctx.tx, params.appointmentId)
  ctx.touch(before.id, before.holderRecipientId)
  await confirmBySaying(ctx, before, body.expectedVersion)
  return getHolderAppointmentView(ctx.tx, before.id)
})

/**
 * Confirms the locked appointment for somebody who said so to staff.
 *
 * @param expectedVersion of the appointment that was read to them
 * @throws AppError VERSION_CONFLICT, STATE_CONFLICT or APPOINTMENT_IN_PAST
 */
export async function confirmBySaying(
  ctx: HolderCtx,
  before: KnownAppointment,
  expectedVersion: number,
): Promise<void> {
  // Whoever confirmed meanwhile comes: that is what was to be recorded.
  if (before.version !== expectedVersion && !isConfirmed(before)) throw versionConflict(before.version)
  if (before.status !== 'registered')
    throw new AppError('STATE_CONFLICT', { message: 'Only a registered appointment can be confirmed.' })
  if (Temporal.Instant.compare(ctx.now, before.startsAt) >= 0) throw new AppError('APPOINTMENT_IN_PAST')
  if (before.awaitsNewTime)
    throw new AppError('STATE_CONFLICT', {
      message: 'The appointment is to be moved. Move it first, or keep its time.',
    })
  const by = changedBy(ctx.identity)
  await confirmAppointment(ctx.tx, ctx, { appointmentId: before.id, via: 'staff', scheduleRevision: null, by })
}
