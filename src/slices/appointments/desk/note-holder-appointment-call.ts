import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, strictObject } from '#/kernel/schema.ts'
import { appointmentParams, appointmentParamsExample } from '#/slices/appointments/reading/get-holder-appointment.ts'
import { getForUpdate } from '#/slices/appointments/store.ts'
import { callsMax, insertCall, listCalls } from './call-store.ts'
import { AppointmentCall, appointmentCallExample, CallOutcome, toAppointmentCall } from './call-view.ts'

export const noteHolderAppointmentCall = operation({
  operationId: 'noteHolderAppointmentCall',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/appointments/{appointmentId}/calls',
  tag: 'Appointments',
  summary: 'Note that you called',
  description: `Kept with the appointment and shown to your colleagues, so that nobody is called twice for nothing. It changes nothing else: whoever says that they come is confirmed by confirmHolderAppointment. At most ${callsMax} with one appointment.`,
  role: 'platform_holder_user',
  scope: 'appointments:write',
  auth: ['apiKey', 'browserSession'],
  params: appointmentParams,
  query: none,
  body: strictObject({ clientRequestId: ClientRequestId, outcome: CallOutcome }),
  success: [201],
  data: AppointmentCall,
  errors: ['STATE_CONFLICT', 'REQUEST_ID_REUSED'],
  example: {
    params: appointmentParamsExample,
    body: { clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e15', outcome: 'no_answer' },
    data: appointmentCallExample,
  },
}).handle(async (ctx, { params, body }) => {
  const { tx, identity } = ctx
  const { id: appointmentId, holderRecipientId } = await getForUpdate(tx, params.appointmentId)
  ctx.touch(appointmentId, holderRecipientId)
  const id = newId()
  if ((await listCalls(tx, [appointmentId])).length >= callsMax)
    throw new AppError('STATE_CONFLICT', { message: `No more than ${callsMax} calls are noted with an appointment.` })
  insertCall(tx, { id, appointmentId, outcome: body.outcome, by: identity.actorId })
  const call = (await listCalls(tx, [appointmentId])).find((one) => one.id === id)
  if (!call) throw new Error('A call that was just noted is there')
  return toAppointmentCall(call)
})
