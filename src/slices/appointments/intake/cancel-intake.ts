import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { described, HolderPathId, Identifier, oneOf, strictObject, Version } from '#/kernel/schema.ts'
import { ExternalId, SourceSystem } from '#/slices/appointments/appointment-input.ts'
import { appointmentExample } from '#/slices/appointments/reading/appointment-view.ts'
import { withdraw } from './take-in.ts'

export const cancelHolderAppointmentIntake = operation({
  operationId: 'cancelHolderAppointmentIntake',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/appointments/intake/cancellation',
  tag: 'Appointments',
  summary: 'Cancel an appointment by its source key',
  description:
    'Withdraws the unsent reminders in the same transaction and, unless the policy says otherwise, notifies recipients who had been told of the appointment. Repeating the call gives the same response; sending the appointment again registers it again. Also works while your organization is suspended, so that nobody is reminded of it afterwards.',
  role: 'platform_holder_user',
  scope: 'appointments:intake',
  auth: ['apiKey'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: strictObject({ sourceSystem: SourceSystem, externalAppointmentId: ExternalId }),
  success: [200],
  data: strictObject(
    {
      appointmentId: described(Identifier, 'The appointment that was cancelled.'),
      status: oneOf(['cancelled'], { description: 'Always cancelled.' }),
      version: Version,
      cancelledReminders: Type.Integer({ minimum: 0, description: 'How many unsent reminders were withdrawn.' }),
    },
    { title: 'CancelledIntake' },
  ),
  errors: ['API_KEY_REQUIRED', 'STATE_CONFLICT'],
  bodyLimitBytes: 65_536,
  isHeardWhenSuspended: true,
  rateLimit: 'intake',
  example: {
    params: { platformHolderId: appointmentExample.platformHolderId },
    body: { sourceSystem: 'practice-system', externalAppointmentId: 'A-1001' },
    data: { appointmentId: appointmentExample.id, status: 'cancelled', version: 2, cancelledReminders: 2 },
  },
}).handle(async (ctx, { body }) => {
  const { appointment, cancelledReminders } = await withdraw(ctx, body)
  ctx.touch(appointment.id, appointment.holderRecipientId)
  return {
    appointmentId: appointment.id,
    status: 'cancelled' as const,
    version: appointment.version,
    cancelledReminders,
  }
})
