import type { StaffRole } from '#/kernel/context.ts'
import type { Tx } from '#/kernel/postgres/db.ts'
import { newId } from '#/kernel/ids.ts'
import { issueApiKey } from '#/slices/access/api-keys/issue-api-key.ts'
import { endPasskeysOfFormer } from '#/slices/access/passkeys/store.ts'
import { foldEmail } from '#/slices/access/staff/code.ts'
import {
  endCredentialsOfFormer,
  endStaff,
  readNow,
  releaseReplies,
  selectMembers,
  upsertStaff,
  type MemberRow,
} from './store.ts'

/**
 * Assigns an e-mail address to a holder, or reactivates an ended assignment, which then starts without sessions, keys
 * and (unless the address works elsewhere) passkeys, even if the version that ended it left some. Operator work.
 *
 * @param role with it, all locations; null leaves both as they are, and makes somebody new an owner
 * @returns the member of staff, and whether they could not sign in before
 */
export async function inviteStaff(
  tx: Tx,
  platformHolderId: string,
  address: string,
  role: StaffRole | null = null,
): Promise<{ id: string; isNew: boolean }> {
  const email = foldEmail(address)
  tx.send(endCredentialsOfFormer, [platformHolderId, email])
  tx.send(endPasskeysOfFormer, [email])
  const [row] = await tx.rows(upsertStaff, [platformHolderId, newId(), email, role])
  if (!row) throw new Error('The member of staff could not be stored')
  return row
}

/** The members of staff of a holder, active ones first. Operator work. */
export function listMembers(tx: Tx, platformHolderId: string): Promise<MemberRow[]> {
  return tx.rows(selectMembers, [platformHolderId])
}

/** What ended with an assignment, as ids. */
export type EndedAccess = {
  readonly id: string
  readonly revokedKeys: readonly string[]
  readonly endedSessions: readonly string[]
  /** Only with the last assignment of an address. */
  readonly endedPasskeys: readonly string[]
  /** That they had taken, and are nobody's now. */
  readonly releasedReplies: readonly string[]
}

/** Ends an assignment, its sessions and keys, and with the last one of an address its passkeys, for good. @returns null when there is no active one */
export async function deactivateStaff(tx: Tx, platformHolderId: string, address: string): Promise<EndedAccess | null> {
  const email = foldEmail(address)
  const [member] = await tx.rows(endStaff, [platformHolderId, email])
  if (!member) return null
  const [ended, passkeys, replies] = await Promise.all([
    tx.rows(endCredentialsOfFormer, [platformHolderId, email]),
    tx.rows(endPasskeysOfFormer, [email]),
    tx.rows(releaseReplies, [platformHolderId, member.id]),
  ])
  const idsOf = (kind: 'key' | 'session') => ended.flatMap((row) => (row.kind === kind ? [row.id] : []))
  return {
    id: member.id,
    revokedKeys: idsOf('key'),
    endedSessions: idsOf('session'),
    endedPasskeys: passkeys.map(({ id }) => id),
    releasedReplies: replies.map(({ id }) => id),
  }
}

export type NewKey = {
  /** Null for a recipient's. */
  readonly platformHolderId: string | null
  readonly actorId: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly days: number
}

/** A full API key made outside the API, for the demo and the tests. @returns the secret, once */
export async function createApiKeyRow(tx: Tx, { days, ...key }: NewKey): Promise<string> {
  const now = await readNow(tx)
  const { secret } = await issueApiKey(tx, {
    ...key,
    role: key.platformHolderId === null ? 'recipient' : 'platform_holder_user',
    kind: 'full',
    createdAt: now,
    expiresAt: now.add({ hours: days * 24 }),
    profileId: null,
  })
  return secret
}
