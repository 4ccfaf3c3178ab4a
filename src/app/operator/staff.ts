import type pg from 'pg'
import { inTransaction, statement } from '#/kernel/db.ts'
import { isEmail } from '#/kernel/email-address.ts'
import { deactivateStaff, inviteStaff } from '#/slices/access/access.ts'
import type { HolderStatus } from '#/slices/holders/operator-store.ts'
import { getHolder } from './holder.ts'
import { auditOperator } from './operator-audit.ts'
import { OperatorError } from './operator-error.ts'

export type StaffChange = {
  readonly id: string
  readonly email: string
  readonly platformHolderId: string
  readonly status: 'active' | 'inactive'
  readonly holderStatus: HolderStatus
}

/**
 * Assigns an e-mail address to a holder, or makes an ended assignment active again. Whoever reads that mailbox can sign
 * in. Nothing is mailed.
 *
 * @param pool acts as tijdig_operator
 * @throws OperatorError when the address is none or there is no such holder
 */
export async function addStaff(pool: pg.Pool, platformHolderId: string, address: string): Promise<StaffChange> {
  const email = parseEmail(address)
  return inTransaction(pool, { holder: null }, async (tx) => {
    const holder = await getHolder(tx, platformHolderId)
    const { id } = await inviteStaff(tx, platformHolderId, email)
    auditOperator(tx, { platformHolderId, action: 'staffInvited', subjects: [id] })
    return { id, email, platformHolderId, status: 'active' as const, holderStatus: holder.status }
  })
}

/**
 * Ends an assignment: sessions and API keys of this member of staff are refused at their next call.
 *
 * @param pool acts as tijdig_operator
 * @throws OperatorError when there is no such active member of staff
 */
export async function endStaff(pool: pg.Pool, platformHolderId: string, address: string): Promise<StaffChange> {
  // Whatever it looks like: what was once let in must be possible to end.
  const email = fold(address)
  return inTransaction(pool, { holder: null }, async (tx) => {
    const holder = await getHolder(tx, platformHolderId)
    const [member] = await tx.rows(selectMember, [platformHolderId, email])
    if (!member || !(await deactivateStaff(tx, platformHolderId, email)))
      throw new OperatorError(`No active member of staff of ${holder.display_name} has this e-mail address.`)
    auditOperator(tx, { platformHolderId, action: 'staffDeactivated', subjects: [member.id] })
    return { id: member.id, email, platformHolderId, status: 'inactive' as const, holderStatus: holder.status }
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

const selectMember = statement<{ id: string }>(
  'select_member',
  'select id from staff_member where platform_holder_id = $1 and email = $2',
)
