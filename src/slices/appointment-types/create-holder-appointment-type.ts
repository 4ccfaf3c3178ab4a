import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, HolderPathId, strictObject } from '#/kernel/schema.ts'
import {
  AppointmentType,
  toTypeView,
  typeChanges,
  typeDefaults,
  typeExample,
  writableType,
} from './appointment-type.ts'
import { changedType, checkChanges } from './check-type.ts'
import { insertType } from './store.ts'

export const createHolderAppointmentType = operation({
  operationId: 'createHolderAppointmentType',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/appointment-types',
  tag: 'Appointment types',
  summary: 'Add an appointment type',
  description:
    'Names are unique per locale among the active types of your organization, ignoring case. Without its own reminder plan, a type follows the reminder policy.',
  role: 'platform_holder_user',
  scope: 'appointment-types:write',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'proposal', category: 'appointment_types' },
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: strictObject({
    clientRequestId: ClientRequestId,
    ...typeChanges,
    name: writableType.name,
    durationMinutes: writableType.durationMinutes,
  }),
  success: [201],
  data: AppointmentType,
  errors: ['NAME_TAKEN', 'REQUEST_ID_REUSED'],
  example: {
    params: { platformHolderId: typeExample.platformHolderId },
    body: {
      clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e30',
      name: typeExample.name,
      durationMinutes: typeExample.durationMinutes,
      reminderPlan: typeExample.reminderPlan,
    },
    data: typeExample,
  },
}).handle(async (ctx, { body }) => {
  const { clientRequestId: _, ...given } = body
  await checkChanges(ctx, given)
  const type = changedType({ ...typeDefaults, name: given.name, durationMinutes: given.durationMinutes }, given)
  const created = await insertType(ctx.tx, type)
  ctx.touch(created.id)
  return toTypeView(created)
})
