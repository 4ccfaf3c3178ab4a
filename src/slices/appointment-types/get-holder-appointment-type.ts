import { none, operation } from '#/kernel/operation.ts'
import { described, HolderPathId, ResourceId, strictObject } from '#/kernel/schema.ts'
import { AppointmentType, toTypeView, typeExample } from './appointment-type.ts'
import { getType } from './store.ts'

export const typeParams = strictObject({
  platformHolderId: HolderPathId,
  appointmentTypeId: described(ResourceId, 'The appointment type.'),
})
export const typeParamsExample = {
  platformHolderId: typeExample.platformHolderId,
  appointmentTypeId: typeExample.id,
}

export const getHolderAppointmentType = operation({
  operationId: 'getHolderAppointmentType',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/appointment-types/{appointmentTypeId}',
  tag: 'Appointment types',
  summary: 'Read one appointment type',
  description: 'A global type or one of your organization, active or archived. A change needs the version read here.',
  role: 'platform_holder_user',
  scope: 'appointment-types:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'appointment_types' },
  params: typeParams,
  query: none,
  body: null,
  success: [200],
  data: AppointmentType,
  errors: [],
  example: { params: typeParamsExample, data: typeExample },
}).handle(async (ctx, { params }) => {
  const type = await getType(ctx.tx, params.appointmentTypeId)
  ctx.touch(type.id)
  return toTypeView(type)
})
