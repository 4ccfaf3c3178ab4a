import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { none, operation } from '#/kernel/operation.ts'
import { deactivateStaff } from '#/slices/access/operator-access.ts'
import { mailAccessChange } from './mail-access-change.ts'
import { staffExample, StaffMember, staffParams, staffParamsExample, toStaffMember } from './member.ts'
import { withdrawInvitations } from './invitation-store.ts'
import { getMember, lockStaff } from './member-store.ts'
import { checkedActor, refuseLockOut, refuseUnlessOwner } from './rules.ts'

export const deactivateHolderStaff = operation({
  operationId: 'deactivateHolderStaff',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/staff/{staffMemberId}/deactivate',
  tag: 'Access',
  summary: 'Deactivate somebody of the staff, or withdraw an invitation',
  description:
    'Only from a browser session. Ends their sessions and own keys at once and for good, with the last organization of an address also its passkeys; replies they had taken are nobody’s again. Service accounts and their keys stay. Of somebody invited the link ends, and who never worked here is forgotten. Nobody deactivates themselves, only owners deactivate owners, and the last owner stays (409). Repeating the call gives the same response.',
  role: 'platform_holder_user',
  scope: 'access:write',
  auth: ['browserSession'],
  isSensitive: true,
  params: staffParams,
  query: none,
  body: null,
  success: [200],
  data: StaffMember,
  errors: ['BROWSER_SESSION_REQUIRED', 'ROLE_FORBIDDEN', 'STATE_CONFLICT'],
  example: {
    params: staffParamsExample,
    data: { ...staffExample, status: 'inactive', version: 3 },
  },
}).handle(async ({ tx, identity, touch, platformHolderId }, { params }) => {
  const staff = await lockStaff(tx, identity.actorId, { id: params.staffMemberId })
  const actor = checkedActor(staff)
  const { target } = staff
  if (!target) throw new AppError('NOT_FOUND')
  const { id, email, status } = target
  touch(id)
  const before = toStaffMember(await getMember(tx, id), identity.actorId)
  if (status === 'inactive') return before
  refuseUnlessOwner(actor, target.role)
  refuseLockOut(actor, target, staff)
  if (status === 'invited') {
    withdrawInvitations(tx, id)
    return { ...before, status: 'inactive' as const, invitedAt: null, invitationEndsAt: null }
  }
  const ended = await deactivateStaff(tx, platformHolderId, email)
  if (ended) touch(...ended.revokedKeys, ...ended.endedSessions, ...ended.endedPasskeys, ...ended.releasedReplies)
  mailAccessChange.add(tx, { noticeId: newId(), platformHolderId, staffMemberId: id, change: 'ended' })
  return toStaffMember(await getMember(tx, id), identity.actorId)
})
