import { isDeepStrictEqual } from 'node:util'
import { AppError, versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ExpectedVersion, strictObject } from '#/kernel/schema.ts'
import { lockEdits, Replanned, replanType } from '#/slices/reminders/reminders.ts'
import {
  isGlobal,
  toTypeView,
  typeChanges,
  typeExample,
  typeView,
  writableOf,
  type WritableType,
} from './appointment-type.ts'
import { changedType } from './check-type.ts'
import { typeParams, typeParamsExample } from './get-holder-appointment-type.ts'
import { getTypeForUpdate, updateType } from './store.ts'

export const updateHolderAppointmentType = operation({
  operationId: 'updateHolderAppointmentType',
  method: 'PATCH',
  path: '/platform-holders/{platformHolderId}/appointment-types/{appointmentTypeId}',
  tag: 'Appointment types',
  summary: 'Change an appointment type',
  description:
    'Fields not given are kept; each given field is replaced as a whole, but of `recipientActions` only what is given. When the reminder plan or `skipIfConfirmed` change, the unsent reminders of all appointments ahead of this type are planned anew in the same transaction, and an offset that was handed over is never repeated. Global types cannot be changed.',
  role: 'platform_holder_user',
  scope: 'appointment-types:write',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'proposal', category: 'appointment_types' },
  params: typeParams,
  query: none,
  body: strictObject({ expectedVersion: ExpectedVersion, ...typeChanges }, { minProperties: 2 }),
  success: [200],
  data: strictObject({ ...typeView, replanned: Replanned }, { title: 'AppointmentTypeUpdate' }),
  errors: ['VERSION_CONFLICT', 'STATE_CONFLICT', 'NAME_TAKEN', 'GLOBAL_RESOURCE_READ_ONLY'],
  example: {
    params: typeParamsExample,
    body: { expectedVersion: 1, skipIfConfirmed: true },
    data: { ...typeExample, version: 2, skipIfConfirmed: true, replanned: { appointments: 12, reminders: 12 } },
  },
}).handle(async (ctx, { params, body }) => {
  const { expectedVersion, ...changes } = body
  await lockEdits(ctx.tx, ctx.platformHolderId)
  const type = await getTypeForUpdate(ctx.tx, ctx.platformHolderId, params.appointmentTypeId)
  ctx.touch(type.id)
  if (isGlobal(type)) throw new AppError('GLOBAL_RESOURCE_READ_ONLY')
  if (type.version !== expectedVersion) throw versionConflict(type.version)
  if (type.status === 'archived')
    throw new AppError('STATE_CONFLICT', { message: 'An archived appointment type cannot be changed.' })
  const before = writableOf(type)
  const changed = await changedType(ctx, before, changes)
  if (isDeepStrictEqual(changed, before)) return { ...toTypeView(type), replanned: nothing }

  const isReplanned = !isDeepStrictEqual(planOf(changed), planOf(before))
  const updated = await updateType(ctx.tx, type, changed, isReplanned)
  const target = { platformHolderId: ctx.platformHolderId, now: ctx.now }
  const replanned = isReplanned ? await replanType(ctx.tx, target, type.id) : nothing
  return { ...toTypeView(updated), replanned }
})

const nothing = { appointments: 0, reminders: 0 }

function planOf({ reminderPlan, skipIfConfirmed }: WritableType) {
  return { reminderPlan, skipIfConfirmed }
}
