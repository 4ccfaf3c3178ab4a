import type pg from 'pg'
import type { StaffRole } from '#/kernel/context.ts'
import { newId } from '#/kernel/ids.ts'
import { bindHolder, inTransaction } from '#/kernel/postgres/db.ts'
import type { DerivedKeys } from '#/kernel/secrets/derived-keys.ts'
import { isEmail } from '#/kernel/text/email-address.ts'
import {
  deactivateStaff,
  inviteStaff,
  listMembers,
  mailInvitation,
  openStaffSignIn,
  withdrawInvitationsOf,
  type EndedAccess,
  type ForgottenSignIn,
} from '#/slices/access/access.ts'
import type { HolderStatus } from '#/slices/holders/operator-store.ts'
import { formatInstant, formatInstantOrNull } from '#/kernel/schema.ts'
import { getHolder, lockHolder } from './holder.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { staffRoles } from '#/slices/access/roles/roles.ts'
import { selectMembersOfAddress } from '#/slices/access/staff/store.ts'

/** What somebody may be let in as. */
export const staffRoleNames: readonly StaffRole[] = staffRoles

export type StaffChange = {
  readonly id: string
  readonly email: string
  readonly platformHolderId: string
  readonly status: 'active' | 'inactive'
  readonly holderStatus: HolderStatus
}

export type EndedStaff = StaffChange & {
  /** `invited`: they had not answered, and nothing but the invitation ended. */
  readonly was: 'active' | 'invited'
  readonly revokedKeys: number
  readonly endedSessions: number
  readonly endedPasskeys: number
}

export type ListedStaff = {
  readonly id: string
  readonly email: string
  readonly status: 'active' | 'invited' | 'inactive'
  readonly role: StaffRole
  readonly createdAt: string
  /** Of the sessions that are still stored; null when there is none. */
  readonly lastSeenAt: string | null
  readonly passkeys: number
  /** That are good today. */
  readonly apiKeys: number
}

/**
 * Everybody who may or might sign in for a holder, those who may first.
 *
 * @param pool acts as tijdig_operator
 * @throws OperatorError when there is no such holder
 */
export async function listStaff(pool: pg.Pool, platformHolderId: string): Promise<ListedStaff[]> {
  return inTransaction(pool, { holder: null }, async (tx) => {
    await getHolder(tx, platformHolderId)
    const members = await listMembers(tx, platformHolderId)
    return members.map(({ createdAt, lastSeenAt, ...member }) => ({
      ...member,
      createdAt: formatInstant(createdAt),
      lastSeenAt: formatInstantOrNull(lastSeenAt),
    }))
  })
}

/**
 * Assigns an e-mail address to a holder, or makes an ended assignment active again. Whoever reads that mailbox can sign
 * in.
 *
 * @param pool acts as tijdig_operator
 * @param role with it, all locations; null leaves both as they are, and makes somebody new an owner
 * @param wantsMail whether a worker tells them; whoever could sign in before is told nothing, nor is anybody of a holder
 *   that is suspended
 * @throws OperatorError when the address is not valid or there is no such holder
 */
export async function addStaff(
  pool: pg.Pool,
  platformHolderId: string,
  address: string,
  { wantsMail = false, role = null }: { readonly wantsMail?: boolean; readonly role?: StaffRole | null } = {},
): Promise<StaffChange & { isMailed: boolean }> {
  const email = parseEmail(address)
  return inTransaction(pool, { holder: null }, async (tx) => {
    const holder = await lockHolder(tx, platformHolderId)
    const { id, isNew } = await inviteStaff(tx, platformHolderId, email, role)
    const isMailed = wantsMail && isNew && holder.status !== 'suspended'
    if (isMailed) mailInvitation.add(tx, { invitationId: newId(), platformHolderId, staffMemberId: id })
    auditOperator(tx, { platformHolderId, action: 'staffInvited', subjects: [id] })
    return { id, email, platformHolderId, status: 'active' as const, holderStatus: holder.status, isMailed }
  })
}

/**
 * Ends an assignment, and for good its sessions and API keys; with the last assignment of an address also its passkeys.
 * A later invitation starts with none of them. Of somebody who did not answer an invitation yet it ends that.
 *
 * @param pool acts as tijdig_operator
 * @throws OperatorError when nobody of this address works there or is invited
 */
export async function endStaff(pool: pg.Pool, platformHolderId: string, address: string): Promise<EndedStaff> {
  // Not validated: an address that was once accepted must always be possible to remove.
  const email = fold(address)
  return inTransaction(pool, { holder: null }, async (tx) => {
    const holder = await lockHolder(tx, platformHolderId)
    const invitedId = await withdrawInvitationsOf(bindHolder(tx, platformHolderId), email)
    const ended =
      invitedId === undefined ? await deactivateStaff(tx, platformHolderId, email) : endedInvitation(invitedId)
    if (ended === null)
      throw new OperatorError(`Nobody who works for ${holder.displayName} or is invited has this e-mail address.`)
    const { id, revokedKeys, endedSessions, endedPasskeys } = ended
    const detail = {
      revokedKeys: revokedKeys.length,
      endedSessions: endedSessions.length,
      endedPasskeys: endedPasskeys.length,
    }
    const subjects = [id, ...revokedKeys, ...endedPasskeys]
    auditOperator(tx, { platformHolderId, action: 'staffDeactivated', subjects, detail })
    const was = invitedId === undefined ? ('active' as const) : ('invited' as const)
    return { id, email, platformHolderId, status: 'inactive', was, holderStatus: holder.status, ...detail }
  })
}

/** Nobody who did not answer yet has anything else to end. */
function endedInvitation(id: string): EndedAccess {
  return { id, revokedKeys: [], endedSessions: [], endedPasskeys: [], releasedReplies: [] }
}

/**
 * Lets an address of staff ask for a code at once, with six digits again, however many wrong ones were tried.
 *
 * @param pool acts as tijdig_operator
 * @throws OperatorError when nobody of this address works anywhere
 */
export async function unlockStaff(
  pool: pg.Pool,
  keys: DerivedKeys,
  address: string,
): Promise<ForgottenSignIn & { email: string }> {
  const email = parseEmail(address)
  return inTransaction(pool, { holder: null }, async (tx) => {
    const members = await tx.rows(selectMembersOfAddress, [email])
    if (members.length === 0) throw new OperatorError('No active member of staff has this e-mail address.')
    const forgotten = await openStaffSignIn(tx, keys, email)
    const subjects = members.map(({ id }) => id)
    auditOperator(tx, { platformHolderId: null, action: 'staffSignInOpened', subjects, detail: forgotten })
    return { email, ...forgotten }
  })
}

/** @throws OperatorError when it is no address */
export function parseEmail(text: string): string {
  const email = fold(text)
  if (!isEmail(email)) throw new OperatorError('The e-mail address must be one such as sanne@example.com.')
  return email
}

function fold(address: string): string {
  return address.trim().toLowerCase()
}
