import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { mailStaffInvitation } from './mail-staff-invitation.ts'
import { invitedExample, StaffMember, staffParams, staffParamsExample, toStaffMember } from './member.ts'
import { storeInvitation } from './invitation-store.ts'
import { getMember, lockStaff } from './member-store.ts'
import { checkedActor, refuseBeyondAllowance, refuseUnlessOwner } from './rules.ts'

export const resendHolderStaffInvitation = operation({
  operationId: 'resendHolderStaffInvitation',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/staff/{staffMemberId}/invitation',
  tag: 'Access',
  summary: 'Send an invitation again',
  description:
    'Only from a browser session. Mails a new link, which works for three days; the one before no longer does. Each call sends a mail: at most five to one person within 24 hours.',
  role: 'platform_holder_user',
  scope: 'access:write',
  auth: ['browserSession'],
  params: staffParams,
  query: none,
  body: null,
  success: [200],
  data: StaffMember,
  errors: ['BROWSER_SESSION_REQUIRED', 'ROLE_FORBIDDEN', 'STATE_CONFLICT', 'RATE_LIMITED'],
  example: { params: staffParamsExample, data: invitedExample },
}).handle(async ({ tx, identity, touch, platformHolderId }, { params }) => {
  const staff = await lockStaff(tx, identity.actorId, { id: params.staffMemberId })
  const actor = checkedActor(staff)
  const { target } = staff
  if (!target) throw new AppError('NOT_FOUND')
  refuseUnlessOwner(actor, target.role)
  if (target.status !== 'invited')
    throw new AppError('STATE_CONFLICT', { message: 'Only somebody who has not answered is sent the link again.' })
  await refuseBeyondAllowance(tx, target.id)
  const invitationId = storeInvitation(tx, target.id)
  mailStaffInvitation.add(tx, { platformHolderId, invitationId })
  touch(target.id)
  return toStaffMember(await getMember(tx, target.id), identity.actorId)
})
