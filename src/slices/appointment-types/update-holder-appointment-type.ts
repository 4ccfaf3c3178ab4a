import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { AppError, invalid, versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ExpectedVersion, extending, strictObject } from '#/kernel/schema.ts'
import { countReplannedOfType, lockEdits, Replanned, replanType } from '#/slices/reminders/reminders.ts'
import {
  AppointmentType,
  isGlobal,
  toTypeView,
  typeChanges,
  typeExample,
  typeView,
  writableOf,
  type StoredType,
  type TypeChanges,
  type WritableType,
} from './appointment-type.ts'
import { changedType, checkChanges } from './check-type.ts'
import { typeParams, typeParamsExample } from './get-holder-appointment-type.ts'
import { getType, getTypeForUpdate, updateType } from './store.ts'

export const updateHolderAppointmentType = operation({
  operationId: 'updateHolderAppointmentType',
  method: 'PATCH',
  path: '/platform-holders/{platformHolderId}/appointment-types/{appointmentTypeId}',
  tag: 'Appointment types',
  summary: 'Change an appointment type',
  description:
    'Fields not given are kept; each given field is replaced as a whole, but of `recipientActions` only what is given. When the reminder plan or `skipIfConfirmed` change, the unsent reminders of all appointments ahead of this type are planned anew in the same transaction, and an offset that was handed over is never repeated. With `dryRun: true` nothing is written or promised: the answer shows the type as it would be, with the version it has now, and what would change at this moment. Global types cannot be changed.',
  role: 'platform_holder_user',
  scope: 'appointment-types:write',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'proposal', category: 'appointment_types' },
  target: { readBy: 'getHolderAppointmentType', shows: ['name'], merges: ['recipientActions'] },
  params: typeParams,
  query: none,
  body: strictObject(
    {
      expectedVersion: ExpectedVersion,
      dryRun: Type.Optional(Type.Boolean({ description: 'Only say what would change; nothing is written.' })),
      ...typeChanges,
    },
    { minProperties: 2 },
  ),
  success: [200],
  data: extending(
    AppointmentType,
    strictObject({ ...typeView, replanned: Replanned }, { title: 'AppointmentTypeUpdate' }),
  ),
  errors: ['VERSION_CONFLICT', 'STATE_CONFLICT', 'NAME_TAKEN', 'GLOBAL_RESOURCE_READ_ONLY'],
  example: {
    params: typeParamsExample,
    body: { expectedVersion: 1, skipIfConfirmed: true },
    data: { ...typeExample, version: 2, skipIfConfirmed: true, replanned: { appointments: 12, reminders: 12 } },
  },
}).handle(async (ctx, { params, body }) => {
  const { expectedVersion, dryRun = false, ...changes } = body
  checkHasChange(changes)
  await checkChanges(ctx, changes)
  const type = await getType(ctx.tx, params.appointmentTypeId)
  ctx.touch(type.id)
  refuseUnchangeable(type, expectedVersion)
  const before = writableOf(type)
  const changed = changedType(before, changes)
  if (isDeepStrictEqual(changed, before)) return { ...toTypeView(type), replanned: nothing }

  const isReplanned = !isDeepStrictEqual(planOf(changed), planOf(before))
  const target = { platformHolderId: ctx.platformHolderId, now: ctx.now }
  if (dryRun) {
    const draft = { id: type.id, planVersion: type.version, ...planOf(changed) }
    const replanned = isReplanned ? await countReplannedOfType(ctx.tx, target, draft) : nothing
    return { ...toTypeView({ ...type, ...changed }), replanned }
  }
  if (isReplanned) await lockEdits(ctx.tx, ctx.platformHolderId)
  refuseUnchangeable(await getTypeForUpdate(ctx.tx, type.id, 'edit'), expectedVersion)
  const updated = await updateType(ctx.tx, type, changed, isReplanned)
  const replanned = isReplanned ? await replanType(ctx.tx, target, type.id) : nothing
  return { ...toTypeView(updated), replanned }
})

const nothing = { appointments: 0, reminders: 0 }

/** The schema counts `dryRun` as a field, but it changes nothing. */
function checkHasChange(changes: TypeChanges): void {
  if (Object.keys(changes).length > 0) return
  throw invalid({ path: 'body', code: 'too_short', message: 'Give at least one field to change.' })
}

/** @throws AppError GLOBAL_RESOURCE_READ_ONLY, VERSION_CONFLICT, STATE_CONFLICT */
function refuseUnchangeable(type: StoredType, expectedVersion: number): void {
  if (isGlobal(type)) throw new AppError('GLOBAL_RESOURCE_READ_ONLY')
  if (type.version !== expectedVersion) throw versionConflict(type.version)
  if (type.status === 'archived')
    throw new AppError('STATE_CONFLICT', { message: 'An archived appointment type cannot be changed.' })
}

function planOf({ reminderPlan, skipIfConfirmed }: WritableType) {
  return { steps: reminderPlan?.steps ?? null, skipIfConfirmed }
}
