import type { HolderCtx } from '#/kernel/context.ts'
import { AppError, invalid, versionConflict } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, ExpectedVersion, strictObject } from '#/kernel/schema.ts'
import { Type } from 'typebox'
import { applyOptOut } from '#/slices/reminders/reminders.ts'
import { confirmBySaying } from '#/slices/appointments/desk/confirm-holder-appointment.ts'
import { appointmentParams, appointmentParamsExample } from '#/slices/appointments/reading/get-holder-appointment.ts'
import type { KnownAppointment } from '#/slices/appointments/appointment.ts'
import { getForUpdate } from '#/slices/appointments/store.ts'
import { callsMax, findNumberKey, insertCall, listCalls } from './call-store.ts'
import { AppointmentCall, appointmentCallExample, CallResult, toAppointmentCall } from './call-view.ts'

export const recordHolderCall = operation({
  operationId: 'recordHolderCall',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/appointments/{appointmentId}/calls',
  tag: 'Appointments',
  summary: 'Record what came of a call',
  description: `Kept with the appointment and shown to your colleagues, so that nobody is called twice for nothing. \`confirmed\` confirms the appointment as confirmHolderAppointment does, and needs \`expectedVersion\` (of one that was cancelled or is to be moved it records that they know); no other result changes it: whoever will not come is cancelled by cancelHolderAppointment. \`wrong_number\` stops your text messages to the number, as staff do at a reply. withdrawHolderCall takes a mistake back. At most ${callsMax} with one appointment.`,
  role: 'platform_holder_user',
  scope: 'appointments:write',
  auth: ['browserSession'],
  params: appointmentParams,
  query: none,
  body: strictObject({
    clientRequestId: ClientRequestId,
    result: CallResult,
    expectedVersion: Type.Optional(ExpectedVersion),
  }),
  success: [201],
  data: AppointmentCall,
  errors: ['STATE_CONFLICT', 'VERSION_CONFLICT', 'APPOINTMENT_IN_PAST', 'REQUEST_ID_REUSED'],
  example: {
    params: appointmentParamsExample,
    body: { clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e15', result: 'no_answer' },
    data: appointmentCallExample,
  },
}).handle(async (ctx, { params, body }) => {
  const { tx, identity } = ctx
  const { result, expectedVersion } = body
  if (result === 'confirmed' && expectedVersion === undefined)
    throw invalid({ path: 'expectedVersion', code: 'required', message: 'Say which version was confirmed.' })
  const appointment = await getForUpdate(tx, params.appointmentId)
  const { id: appointmentId, holderRecipientId, scheduleRevision } = appointment
  ctx.touch(appointmentId, holderRecipientId)
  if ((await listCalls(tx, [appointmentId])).length >= callsMax)
    throw new AppError('STATE_CONFLICT', { message: `No more than ${callsMax} calls are kept with an appointment.` })
  if (result === 'confirmed') await confirm(ctx, appointment, expectedVersion ?? 0)
  const numberKey = result === 'wrong_number' ? await stopNumber(ctx, appointment) : null
  const id = newId()
  insertCall(tx, { id, appointmentId, scheduleRevision, result, by: identity.actorId, at: ctx.now, numberKey })
  const call = (await listCalls(tx, [appointmentId])).find((one) => one.id === id)
  if (!call) throw new Error('A call that was just recorded is there')
  return toAppointmentCall(call)
})

/** Whoever hears that it was cancelled, or gets another time, knows it by that: nothing is left to confirm. */
async function confirm(ctx: HolderCtx, appointment: KnownAppointment, expectedVersion: number): Promise<void> {
  const { status, awaitsNewTime, version } = appointment
  const isOff = status === 'cancelled' || awaitsNewTime
  if (!isOff) await confirmBySaying(ctx, appointment, expectedVersion)
  else if (version !== expectedVersion) throw versionConflict(version)
}

/**
 * @returns the number, as opt-outs know it
 * @throws AppError STATE_CONFLICT where there is no number that could be wrong
 */
async function stopNumber({ tx, touch }: HolderCtx, { id }: KnownAppointment): Promise<Buffer> {
  const contactKey = await findNumberKey(tx, id)
  if (contactKey === null) throw new AppError('STATE_CONFLICT', { message: 'The appointment has no telephone number.' })
  const { platformHolderId } = tx
  touch(...(await applyOptOut(tx, { platformHolderId, channel: 'sms', contactKey, source: 'staff' })))
  return contactKey
}
