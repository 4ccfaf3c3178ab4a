import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { Identifier, oneOf, ResourceId, strictObject } from '#/kernel/schema.ts'
import { ExternalId, SourceSystem } from './appointment-input.ts'
import { appointmentExample } from './appointment-view.ts'
import { withdraw } from './take-in.ts'

export const cancelHolderAppointmentIntake = operation({
  operationId: 'cancelHolderAppointmentIntake',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/appointments/intake/cancellation',
  tag: 'Appointments',
  summary: 'Cancel an appointment by its source key',
  description:
    'Withdraws the unsent reminders in the same transaction. Repeating it gives the same answer. Accepted while your organization is suspended too, so that nobody is reminded of it once that is over.',
  role: 'platform_holder_user',
  scope: 'appointments:intake',
  auth: ['apiKey'],
  params: strictObject({ platformHolderId: ResourceId }),
  query: none,
  body: strictObject({ sourceSystem: SourceSystem, externalAppointmentId: ExternalId }),
  success: [200],
  data: strictObject({
    appointmentId: Identifier,
    status: oneOf(['cancelled']),
    version: Type.Integer({ minimum: 1 }),
    cancelledReminders: Type.Integer({ minimum: 0 }),
  }),
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
