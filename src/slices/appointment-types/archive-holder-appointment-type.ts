import { AppError, versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ExpectedVersion, strictObject } from '#/kernel/schema.ts'
import { AppointmentType, isGlobal, toTypeView, typeExample } from './appointment-type.ts'
import { typeParams, typeParamsExample } from './get-holder-appointment-type.ts'
import { archiveType, getTypeForUpdate, isIntakeDefault } from './store.ts'

export const archiveHolderAppointmentType = operation({
  operationId: 'archiveHolderAppointmentType',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/appointment-types/{appointmentTypeId}/archive',
  tag: 'Appointment types',
  summary: 'Archive an appointment type',
  description:
    'Existing appointments keep the type and its reminder plan; new ones cannot get it, and its name is free again. The `intakeDefaultTypeId` of the reminder policy cannot be archived: choose another there first. Repeating the call gives the same response.',
  role: 'platform_holder_user',
  scope: 'appointment-types:write',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'proposal', category: 'appointment_types' },
  target: { readBy: 'getHolderAppointmentType', shows: ['name'], becomes: { status: 'archived' } },
  params: typeParams,
  query: none,
  body: strictObject({ expectedVersion: ExpectedVersion }),
  success: [200],
  data: AppointmentType,
  errors: ['VERSION_CONFLICT', 'STATE_CONFLICT', 'GLOBAL_RESOURCE_READ_ONLY'],
  example: {
    params: typeParamsExample,
    body: { expectedVersion: 1 },
    data: { ...typeExample, version: 2, status: 'archived', archivedAt: '2026-11-21T09:00:00.000Z' },
  },
}).handle(async (ctx, { params, body }) => {
  const type = await getTypeForUpdate(ctx.tx, params.appointmentTypeId, 'archival')
  ctx.touch(type.id)
  if (isGlobal(type)) throw new AppError('GLOBAL_RESOURCE_READ_ONLY')
  if (type.status === 'archived') return toTypeView(type)
  if (type.version !== body.expectedVersion) throw versionConflict(type.version)
  if (await isIntakeDefault(ctx.tx, type.id))
    throw new AppError('STATE_CONFLICT', {
      message: 'This is the intakeDefaultTypeId of the reminder policy. Choose another one there first.',
    })
  return toTypeView(await archiveType(ctx.tx, type))
})
