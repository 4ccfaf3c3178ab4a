import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { AppError, invalid, versionConflict } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { none, operation } from '#/kernel/operation.ts'
import { described, ExpectedVersion, nullable, strictObject } from '#/kernel/schema.ts'
import { mailAccessChange } from './mail-access-change.ts'
import {
  IncludesUnassigned,
  staffExample,
  StaffLocationIds,
  StaffMember,
  StaffName,
  staffParams,
  staffParamsExample,
  StaffRoleName,
  toStaffMember,
} from './member.ts'
import { changeMember, getMember, lockStaff } from './member-store.ts'
import { checkedActor, checkedPlace, everywhere, hasLocations, refuseLockOut, refuseUnlessOwner } from './rules.ts'

export const updateHolderStaff = operation({
  operationId: 'updateHolderStaff',
  method: 'PATCH',
  path: '/platform-holders/{platformHolderId}/staff/{staffMemberId}',
  tag: 'Access',
  summary: 'Change what somebody of the staff may do',
  description:
    'Only from a browser session. Omitted fields stay as they are. Works at once, also for their keys: a key never does more than its maker may. They are told by mail that something changed. Nobody changes their own role or locations, only owners change owners, and the last owner stays one (409).',
  role: 'platform_holder_user',
  scope: 'access:write',
  auth: ['browserSession'],
  isSensitive: true,
  params: staffParams,
  query: none,
  body: strictObject({
    expectedVersion: ExpectedVersion,
    name: Type.Optional(nullable(described(StaffName, 'What colleagues call them; null: nothing but the address.'))),
    staffRole: Type.Optional(StaffRoleName),
    locationIds: Type.Optional(StaffLocationIds),
    includesUnassigned: Type.Optional(IncludesUnassigned),
  }),
  success: [200],
  data: StaffMember,
  errors: ['BROWSER_SESSION_REQUIRED', 'ROLE_FORBIDDEN', 'VERSION_CONFLICT', 'STATE_CONFLICT'],
  example: {
    params: staffParamsExample,
    body: { expectedVersion: 1, staffRole: 'scheduler', locationIds: ['main'] },
    data: staffExample,
  },
}).handle(async ({ tx, identity, touch }, { params, body }) => {
  const { expectedVersion, ...changes } = body
  if (Object.keys(changes).length === 0)
    throw invalid({ path: 'body', code: 'too_short', message: 'Give at least one field to change.' })
  const staff = await lockStaff(tx, identity.actorId, { id: params.staffMemberId })
  const actor = checkedActor(staff)
  const { target } = staff
  if (!target) throw new AppError('NOT_FOUND')
  touch(target.id)
  if (target.version !== expectedVersion) throw versionConflict(target.version)
  if (target.status === 'inactive')
    throw new AppError('STATE_CONFLICT', { message: 'This person left. Invite them again instead.' })
  const { name, role, locationIds, includesUnassigned } = target
  const before = { role, locationIds, includesUnassigned }
  const wanted = changes.staffRole ?? role
  const place = {
    // Who works everywhere from now on leaves the locations of before behind.
    locationIds: changes.locationIds ?? (hasLocations(wanted) ? locationIds : everywhere.locationIds),
    includesUnassigned: changes.includesUnassigned ?? includesUnassigned,
  }
  const after = {
    role: wanted,
    ...(await checkedPlace(tx, wanted, place, locationIds)),
  }
  const isChanged = !isDeepStrictEqual(after, before)
  refuseUnlessOwner(actor, role, wanted)
  const called = changes.name === undefined ? name : (changes.name?.trim() ?? null)
  if (!isChanged && called === name) return toStaffMember(await getMember(tx, target.id), identity.actorId)
  if (isChanged) refuseLockOut(actor, target, wanted === 'owner' ? { ...staff, otherOwners: 1 } : staff)
  changeMember(tx, target.id, { ...after, name: called })
  if (isChanged && target.status === 'active')
    mailAccessChange.add(tx, {
      noticeId: newId(),
      platformHolderId: tx.platformHolderId,
      staffMemberId: target.id,
      change: 'changed',
    })
  return toStaffMember(await getMember(tx, target.id), identity.actorId)
})
