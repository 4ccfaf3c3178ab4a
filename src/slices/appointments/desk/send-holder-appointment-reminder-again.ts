import { AppError, versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, described, ExpectedVersion, strictObject } from '#/kernel/schema.ts'
import { againMax, ChannelSchema, ReminderSummary, sendAgain, toReminderSummary } from '#/slices/reminders/reminders.ts'
import { toPlannable } from '#/slices/appointments/appointment.ts'
import { readPlanningFor } from '#/slices/appointments/change-appointment.ts'
import { appointmentParams, appointmentParamsExample } from '#/slices/appointments/reading/get-holder-appointment.ts'
import { getForUpdate } from '#/slices/appointments/store.ts'

export const sendHolderAppointmentReminderAgain = operation({
  operationId: 'sendHolderAppointmentReminderAgain',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/appointments/{appointmentId}/reminders/again',
  tag: 'Appointments',
  summary: 'Send a reminder that did not arrive again',
  description: `By the other channel, or by the same one once the contact is corrected: at once, or when quiet hours are over, with the answer saying when. At most ${againMax} times for an appointment, only while its last message did not arrive and it is ahead; one whose fate is unknown is never repeated. Everything is checked again before it leaves, so opt-outs, a move or a cancellation still hold it back. Where it cannot go, 409 says why.`,
  role: 'platform_holder_user',
  scope: 'appointments:write',
  auth: ['apiKey', 'browserSession'],
  params: appointmentParams,
  query: none,
  body: strictObject({
    clientRequestId: ClientRequestId,
    expectedVersion: ExpectedVersion,
    channel: described(ChannelSchema, 'How it is to go.'),
  }),
  success: [201],
  data: ReminderSummary,
  errors: ['VERSION_CONFLICT', 'STATE_CONFLICT', 'APPOINTMENT_IN_PAST', 'REQUEST_ID_REUSED'],
  example: {
    params: appointmentParamsExample,
    body: { clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e16', expectedVersion: 1, channel: 'email' },
    data: {
      reminderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d09',
      kind: 'reminder',
      channel: 'email',
      dueAt: '2026-12-02T14:05:00.000Z',
      state: 'planned',
      reasonCode: null,
    },
  },
}).handle(async (ctx, { params, body }) => {
  const appointment = await getForUpdate(ctx.tx, params.appointmentId)
  ctx.touch(appointment.id, appointment.holderRecipientId)
  if (appointment.version !== body.expectedVersion) throw versionConflict(appointment.version)
  if (appointment.status !== 'registered')
    throw new AppError('STATE_CONFLICT', { message: 'Only for a registered appointment a message is sent again.' })
  if (Temporal.Instant.compare(ctx.now, appointment.startsAt) >= 0) throw new AppError('APPOINTMENT_IN_PAST')
  const planning = await readPlanningFor(ctx, appointment)
  return toReminderSummary(await sendAgain(ctx.tx, ctx.now, toPlannable(appointment), planning, body.channel))
})
