import { AppError, versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ExpectedVersion, oneOf, strictObject } from '#/kernel/schema.ts'
import { changedBy } from '#/slices/events/events.ts'
import { appointmentExample, HolderAppointment } from '#/slices/appointments/reading/appointment-view.ts'
import { appointmentOutcomeRecorded, tell } from '#/slices/appointments/appointment-events.ts'
import type { Appointment } from '#/slices/appointments/appointment.ts'
import { appointmentParams, appointmentParamsExample } from '#/slices/appointments/reading/get-holder-appointment.ts'
import { getHolderAppointmentView } from '#/slices/appointments/reading/read-store.ts'
import { getForUpdate, updateAppointment } from '#/slices/appointments/store.ts'

const correctionDays = 7

export const recordHolderAppointmentOutcome = operation({
  operationId: 'recordHolderAppointmentOutcome',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/appointments/{appointmentId}/outcome',
  tag: 'Appointments',
  summary: 'Record whether the recipient came',
  description:
    'For the counts of the report, once the appointment has started. It can be corrected or taken back for seven days after it was first recorded.',
  role: 'platform_holder_user',
  scope: 'appointments:write',
  auth: ['apiKey', 'browserSession'],
  params: appointmentParams,
  query: none,
  body: strictObject({
    expectedVersion: ExpectedVersion,
    outcome: oneOf(['completed', 'no_show', 'registered'], {
      title: 'AppointmentOutcome',
      description: 'Whether the recipient came; `registered` takes back what was recorded.',
    }),
  }),
  success: [200],
  data: HolderAppointment,
  errors: ['VERSION_CONFLICT', 'STATE_CONFLICT'],
  example: {
    params: appointmentParamsExample,
    body: { expectedVersion: 1, outcome: 'completed' },
    data: { ...appointmentExample, status: 'completed', version: 2 },
  },
}).handle(async (ctx, { params, body }) => {
  const before = await getForUpdate(ctx.tx, params.appointmentId)
  ctx.touch(before.id, before.holderRecipientId)
  if (before.version !== body.expectedVersion) throw versionConflict(before.version)
  checkTransition(ctx.now, before)
  if (before.status !== body.outcome) {
    const outcomeRecordedAt = before.outcomeRecordedAt ?? ctx.now
    const after: Appointment = {
      ...before,
      status: body.outcome,
      version: before.version + 1,
      outcomeRecordedAt,
      updatedAt: ctx.now,
    }
    updateAppointment(ctx.tx, ctx.services.keys, after, null)
    const { outcome } = body
    tell(ctx.tx, appointmentOutcomeRecorded, after, { by: changedBy(ctx.identity), outcome })
  }
  return getHolderAppointmentView(ctx.tx, before.id)
})

function checkTransition(now: Temporal.Instant, { status, startsAt, outcomeRecordedAt }: Appointment): void {
  if (status === 'cancelled')
    throw new AppError('STATE_CONFLICT', { message: 'The outcome of a cancelled appointment cannot be recorded.' })
  if (Temporal.Instant.compare(now, startsAt) < 0)
    throw new AppError('STATE_CONFLICT', { message: 'The appointment has not started yet.' })
  if (outcomeRecordedAt && Temporal.Instant.compare(now, outcomeRecordedAt.add({ hours: correctionDays * 24 })) > 0) {
    throw new AppError('STATE_CONFLICT', { message: `An outcome can be corrected for ${correctionDays} days.` })
  }
}
