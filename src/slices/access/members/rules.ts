import type { StaffRole } from '#/kernel/context.ts'
import { AppError, invalid } from '#/kernel/errors.ts'
import type { HolderTx } from '#/kernel/postgres/db.ts'
import { countInvitations } from './invitation-store.ts'
import { unknownLocations, type LockedMember, type LockedStaff } from './member-store.ts'

// Who may change whom, and what nobody may: leave an organization without an owner.

/**
 * Whoever asks, if they may still change the access of others.
 *
 * @throws AppError ROLE_FORBIDDEN where a colleague took that from them a moment ago
 */
export function checkedActor({ actor }: Pick<LockedStaff, 'actor'>): LockedMember {
  if (actor?.status === 'active' && (actor.role === 'owner' || actor.role === 'admin')) return actor
  throw new AppError('ROLE_FORBIDDEN', { message: 'Your role does not change the access of others any more.' })
}

/**
 * Refuses where an owner is involved and whoever asks is none.
 *
 * @param roles what somebody is, and what they are to become
 * @throws AppError ROLE_FORBIDDEN
 */
export function refuseUnlessOwner(actor: LockedMember, ...roles: readonly StaffRole[]): void {
  if (actor.role !== 'owner' && roles.includes('owner'))
    throw new AppError('ROLE_FORBIDDEN', { message: 'Only an owner makes, changes or deactivates owners.' })
}

/** @throws AppError STATE_CONFLICT when whoever asks would change their own access, or the last owner would be none */
export function refuseLockOut(actor: LockedMember, target: LockedMember, { otherOwners }: LockedStaff): void {
  if (target.role === 'owner' && target.status === 'active' && otherOwners === 0)
    throw new AppError('STATE_CONFLICT', {
      message: 'This is the only owner. Make somebody else an owner first.',
    })
  if (actor.id === target.id)
    throw new AppError('STATE_CONFLICT', { message: 'You cannot change your own access. Ask a colleague to do it.' })
}

export type Place = { readonly locationIds: readonly string[]; readonly includesUnassigned: boolean }

/**
 * Where somebody of a role works.
 *
 * @param before their locations until now: one that the organization has removed since stays until somebody chooses anew
 * @throws AppError VALIDATION_FAILED for locations that do not exist, or for a role that works everywhere
 */
export async function checkedPlace(
  tx: HolderTx,
  role: StaffRole,
  place: Place,
  before: readonly string[] = [],
): Promise<Place> {
  const { locationIds } = place
  if (locationIds.length === 0) return everywhere
  if (!hasLocations(role))
    throw invalid({ path: 'locationIds', code: 'not_allowed', message: `A ${role} works at all locations.` })
  const added = locationIds.filter((id) => !before.includes(id))
  const [unknown] = await unknownLocations(tx, added)
  if (unknown !== undefined) {
    const message = 'Your organization has no such location.'
    throw invalid({ path: `locationIds.${locationIds.indexOf(unknown)}`, code: 'not_allowed', message })
  }
  return place
}

export const everywhere: Place = { locationIds: [], includesUnassigned: false }

export function hasLocations(role: StaffRole): boolean {
  return role === 'scheduler' || role === 'viewer'
}

/** Mails of invitations in 24 hours, so that no organization sends mail to whomever it likes. */
const perHolder = 50
const perPerson = 5

/** @throws AppError RATE_LIMITED */
export async function refuseBeyondAllowance(tx: HolderTx, memberId: string | null): Promise<void> {
  const { byHolder, toPerson } = await countInvitations(tx, memberId)
  if (byHolder >= perHolder)
    throw tooMany(`At most ${perHolder} invitations are sent within 24 hours. Invite the others tomorrow.`)
  if (toPerson >= perPerson)
    throw tooMany(`At most ${perPerson} invitations are sent to one person within 24 hours. Try again tomorrow.`)
}

function tooMany(message: string): AppError {
  return new AppError('RATE_LIMITED', { message, headers: { 'retry-after': '3600' } })
}
