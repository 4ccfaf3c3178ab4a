import { Type } from 'typebox'
import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, described, Email, HolderPathId, strictObject } from '#/kernel/schema.ts'
import { Locale } from '#/messages/catalogues/locales.ts'
import { foldEmail } from '#/slices/access/staff/code.ts'
import { endCredentialsOfFormer } from '#/slices/access/store.ts'
import { mailStaffInvitation } from './mail-staff-invitation.ts'
import {
  IncludesUnassigned,
  invitedExample,
  StaffLocationIds,
  StaffMember,
  StaffName,
  staffParamsExample,
  StaffRoleName,
  toStaffMember,
} from './member.ts'
import { invitationDays, storeInvitation, storeInvited } from './invitation-store.ts'
import { getMember, lockStaff } from './member-store.ts'
import { checkedActor, checkedPlace, refuseBeyondAllowance, refuseUnlessOwner } from './rules.ts'

export const inviteHolderStaff = operation({
  operationId: 'inviteHolderStaff',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/staff',
  tag: 'Access',
  summary: 'Invite somebody to the staff',
  description: `Only from a browser session. Mails a link that works once, for ${invitationDays} days; until it is used nobody can sign in with the address. Somebody who left is invited again like this, and starts without the sessions and keys of before. Only owners invite owners.`,
  role: 'platform_holder_user',
  scope: 'access:write',
  auth: ['browserSession'],
  isSensitive: true,
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: strictObject({
    clientRequestId: ClientRequestId,
    email: described(Email, 'The address that the link goes to, and that they sign in with.'),
    name: Type.Optional(StaffName),
    staffRole: StaffRoleName,
    locationIds: Type.Optional(StaffLocationIds),
    includesUnassigned: Type.Optional(IncludesUnassigned),
    locale: described(Locale, 'The language of the mail, and of the portal until they choose another.'),
  }),
  success: [201],
  data: StaffMember,
  errors: ['BROWSER_SESSION_REQUIRED', 'ROLE_FORBIDDEN', 'STATE_CONFLICT', 'REQUEST_ID_REUSED', 'RATE_LIMITED'],
  example: {
    params: { platformHolderId: staffParamsExample.platformHolderId },
    body: {
      clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e51',
      email: invitedExample.email,
      name: invitedExample.name,
      staffRole: invitedExample.staffRole,
      locationIds: invitedExample.locationIds,
      includesUnassigned: false,
      locale: 'nl',
    },
    data: invitedExample,
  },
}).handle(async ({ tx, identity, touch }, { body }) => {
  const { staffRole, locationIds = [], includesUnassigned = false, locale } = body
  const email = foldEmail(body.email)
  const staff = await lockStaff(tx, identity.actorId, { email })
  refuseUnlessOwner(checkedActor(staff), staffRole)
  const known = staff.target
  if (known?.status === 'active') throw new AppError('STATE_CONFLICT', { message: 'This person works here already.' })
  if (known?.status === 'invited')
    throw new AppError('STATE_CONFLICT', { message: 'This person is invited already. Send the link again instead.' })
  const place = await checkedPlace(tx, staffRole, { locationIds, includesUnassigned })
  await refuseBeyondAllowance(tx, known?.id ?? null)
  // What an earlier version may have left to somebody who left.
  tx.send(endCredentialsOfFormer, [tx.platformHolderId, email])
  const name = body.name?.trim() ?? null
  const id = await storeInvited(tx, { email, name, role: staffRole, ...place, locale })
  const invitationId = storeInvitation(tx, id)
  mailStaffInvitation.add(tx, { platformHolderId: tx.platformHolderId, invitationId })
  touch(id)
  return toStaffMember(await getMember(tx, id), identity.actorId)
})
