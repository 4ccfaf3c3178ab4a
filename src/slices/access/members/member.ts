import { Type } from 'typebox'
import {
  CreatedAt,
  described,
  Email,
  formatInstant,
  formatInstantOrNull,
  HolderPathId,
  Identifier,
  Instant,
  nullable,
  oneOf,
  readableText,
  ResourceId,
  strictObject,
  Version,
} from '#/kernel/schema.ts'
import { staffRoles } from '#/slices/access/roles/roles.ts'
import type { ListedMember } from './member-store.ts'

export const StaffRoleName = oneOf(staffRoles, {
  title: 'StaffRole',
  description:
    '`owner`: everything. `admin`: everything but paying. `scheduler`: plans, and answers people. `viewer`: reads the same. `integrator`: connects other systems.',
})

/** Of somebody who plans or reads: where they work. */
export const StaffLocationIds = Type.Array(described(Identifier, 'A location of your organization.', 'main'), {
  maxItems: 100,
  uniqueItems: true,
  description: 'Locations they work at, of a scheduler or viewer; empty: all.',
})

export const IncludesUnassigned = Type.Boolean({
  description: 'Whether somebody with locations also sees appointments without one.',
})

export const StaffName = readableText(100, { description: 'What colleagues call them.', examples: ['Anna de Wit'] })

/** A person who works, is invited to work or worked for an organization. */
export const StaffMember = strictObject(
  {
    id: described(Identifier, 'Id of the person at this organization; their requests are recorded under it.'),
    email: described(Email, 'The address they sign in with.'),
    name: nullable(Type.String({ maxLength: 100, description: 'What colleagues call them, or null.' })),
    status: oneOf(['active', 'invited', 'inactive'], {
      description: '`invited`: has not answered yet and cannot sign in. `inactive`: cannot sign in any more.',
    }),
    staffRole: StaffRoleName,
    locationIds: StaffLocationIds,
    includesUnassigned: IncludesUnassigned,
    isYou: Type.Boolean({ description: 'Whether this is whoever asks.' }),
    lastSeenAt: nullable(described(Instant, 'When they last used a session of the last 30 days, or null.')),
    activeKeys: Type.Integer({ minimum: 0, description: 'How many API keys of their own work.', examples: [0] }),
    invitedAt: nullable(described(Instant, 'When the link that works was sent; null without one.')),
    invitationEndsAt: nullable(described(Instant, 'Until when that link works; it may be over. Null without one.')),
    version: Version,
    createdAt: CreatedAt,
  },
  { title: 'StaffMember' },
)

/** @param you the member of staff who asks */
export function toStaffMember(row: ListedMember, you: string) {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    status: row.status,
    staffRole: row.role,
    locationIds: [...row.locationIds],
    includesUnassigned: row.includesUnassigned,
    isYou: row.id === you,
    lastSeenAt: formatInstantOrNull(row.lastSeenAt),
    activeKeys: row.activeKeys,
    invitedAt: formatInstantOrNull(row.invitedAt),
    invitationEndsAt: formatInstantOrNull(row.invitationEndsAt),
    version: row.version,
    createdAt: formatInstant(row.createdAt),
  }
}

export const staffParams = strictObject({
  platformHolderId: HolderPathId,
  staffMemberId: described(ResourceId, 'The member of staff.'),
})

export const staffExample = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d31',
  email: 'anna@praktijk.example',
  name: 'Anna de Wit',
  status: 'active' as const,
  staffRole: 'scheduler' as const,
  locationIds: ['main'],
  includesUnassigned: false,
  isYou: false,
  lastSeenAt: '2026-11-20T09:30:00.000Z',
  activeKeys: 0,
  invitedAt: null,
  invitationEndsAt: null,
  version: 2,
  createdAt: '2026-11-18T09:00:00.000Z',
}

export const invitedExample = {
  ...staffExample,
  status: 'invited' as const,
  lastSeenAt: null,
  invitedAt: '2026-11-20T09:00:00.000Z',
  invitationEndsAt: '2026-11-23T09:00:00.000Z',
  version: 1,
}

export const staffParamsExample = {
  platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
  staffMemberId: staffExample.id,
}
