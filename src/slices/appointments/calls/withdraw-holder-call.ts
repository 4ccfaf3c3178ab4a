import type { HolderCtx } from '#/kernel/context.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, described, Identifier, ResourceId, strictObject } from '#/kernel/schema.ts'
import { endStaffOptOut } from '#/slices/reminders/reminders.ts'
import {
  isConfirmedByStaff,
  takeConfirmationBack,
} from '#/slices/appointments/desk/withdraw-holder-appointment-confirmation.ts'
import { appointmentParams, appointmentParamsExample } from '#/slices/appointments/reading/get-holder-appointment.ts'
import type { KnownAppointment } from '#/slices/appointments/appointment.ts'
import { getForUpdate } from '#/slices/appointments/store.ts'
import { findNumberKey, isOfNoStandingCall, withdrawCall, type WithdrawnCall } from './call-store.ts'
import { appointmentCallExample } from './call-view.ts'

export const withdrawHolderCall = operation({
  operationId: 'withdrawHolderCall',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/appointments/{appointmentId}/calls/{callId}/withdrawal',
  tag: 'Appointments',
  summary: 'Take back what you recorded of a call',
  description:
    'For a mistake, such as the wrong row. Whoever was called is on the list again; a confirmation that came of it is taken back while the appointment is ahead and nobody else confirmed it, and text messages to a number that was called wrong go again, unless it said STOP. A call that was taken back before is 404.',
  role: 'platform_holder_user',
  scope: 'appointments:write',
  auth: ['browserSession'],
  params: strictObject({ ...appointmentParams.properties, callId: described(ResourceId, 'The call.') }),
  query: none,
  body: strictObject({ clientRequestId: ClientRequestId }),
  success: [200],
  data: strictObject({ callId: described(Identifier, 'The call that is gone.') }, { title: 'WithdrawnCall' }),
  errors: ['REQUEST_ID_REUSED'],
  example: {
    params: { ...appointmentParamsExample, callId: appointmentCallExample.callId },
    body: { clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e16' },
    data: { callId: appointmentCallExample.callId },
  },
}).handle(async (ctx, { params: { appointmentId, callId } }) => {
  const appointment = await getForUpdate(ctx.tx, appointmentId)
  ctx.touch(appointment.id, appointment.holderRecipientId)
  const call = await withdrawCall(ctx.tx, appointmentId, callId)
  const isAhead = Temporal.Instant.compare(ctx.now, appointment.startsAt) < 0
  const mayLapse = call.outcome === 'confirmed' && isAhead && isConfirmedByStaff(appointment)
  if (mayLapse && (await isOfNoStandingCall(ctx.tx, appointment))) await takeConfirmationBack(ctx, appointment)
  if (call.outcome === 'wrong_number') await resumeNumber(ctx, appointment, call)
  return { callId }
})

/**
 * What the number itself asked for stands. A call from before its number was kept is of the one that the appointment has, as long as its schedule is the same: a corrected contact makes another.
 */
async function resumeNumber(
  { tx, touch }: HolderCtx,
  { id, scheduleRevision }: KnownAppointment,
  call: WithdrawnCall,
): Promise<void> {
  const isSameContact = call.scheduleRevision === scheduleRevision
  const contactKey = call.numberKey ?? (isSameContact ? await findNumberKey(tx, id) : null)
  if (contactKey === null) return
  const { platformHolderId } = tx
  touch(...(await endStaffOptOut(tx, platformHolderId, contactKey)))
}
