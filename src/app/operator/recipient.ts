import type pg from 'pg'
import { inTransaction } from '#/kernel/db.ts'
import type { DerivedKeys } from '#/kernel/derived-keys.ts'
import { formatInstant, formatInstantOrNull } from '#/kernel/schema.ts'
import {
  findProfile,
  linkRecipient,
  LinkRefusal,
  listUnlinkedProfiles,
  openNumber,
  unlinkEntry,
  unlinkProfile,
  type Entry,
  type Linked,
} from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { auditOperator } from './operator-audit.ts'
import { OperatorError } from './operator-error.ts'

/** operator acts as tijdig_operator on the main database, login as tijdig_login on the datastore of the sign-in. */
export type Pools = { readonly operator: pg.Pool; readonly login: pg.Pool }

/** Somebody who proved a number and belongs to no recipient yet. */
export type Unlinked = {
  readonly profileId: string
  readonly phoneNumberE164: string
  readonly createdAt: string
  readonly lastSignedInAt: string | null
  /** Entries of holders with this number. Families share one: look before you link. */
  readonly candidates: readonly {
    readonly platformHolderId: string
    readonly holderDisplayName: string
    readonly holderRecipientId: string
    readonly displayName: string | null
    readonly linkedTo: string | null
  }[]
}

/** Sign-in profiles that wait for a person to link them. */
export async function listUnlinked(pools: Pools, keys: DerivedKeys): Promise<Unlinked[]> {
  const unlinked = await listUnlinkedProfiles(pools, keys)
  await inTransaction(pools.operator, { holder: null }, async (tx) =>
    auditOperator(tx, {
      platformHolderId: null,
      action: 'unlinkedRecipientsListed',
      subjects: unlinked.map(({ profile }) => profile.id),
    }),
  )
  return unlinked.map(({ profile, candidates }) => ({
    profileId: profile.id,
    phoneNumberE164: profile.phone_number_e164,
    createdAt: formatInstant(profile.created_at),
    lastSignedInAt: formatInstantOrNull(profile.last_signed_in_at),
    candidates: candidates.map((entry) => ({
      platformHolderId: entry.platform_holder_id,
      holderDisplayName: entry.holder_name,
      holderRecipientId: entry.id,
      displayName: entry.display_name,
      linkedTo: entry.recipient_id,
    })),
  }))
}

export type LinkOrder = {
  readonly profileId: string
  readonly entries: readonly Entry[]
  readonly recipientId: string | null
  readonly displayName: string | null
}

/**
 * Joins a sign-in profile and entries of holders to one recipient.
 *
 * @throws OperatorError when one of them is not there, or belongs to another recipient
 */
export async function link(
  { operator, login }: Pools,
  { profileId, ...order }: LinkOrder,
): Promise<Linked & { profileId: string; entries: readonly Entry[] }> {
  const profile = await findProfile(login, profileId)
  if (profile?.status !== 'active')
    throw new OperatorError('There is no such active sign-in profile: `tijdig recipient list-unlinked` shows them.')
  const { phone_number_e164: phoneNumberE164, locale } = profile
  try {
    return await inTransaction(operator, { holder: null }, async (tx) => {
      const linked = await linkRecipient(tx, { ...order, profile: { id: profileId, phoneNumberE164, locale } })
      for (const holder of new Set([null, ...order.entries.map((entry) => entry.platformHolderId)])) {
        const entries = order.entries.filter((entry) => entry.platformHolderId === holder)
        const subjects = [linked.recipientId, profileId, ...entries.map((entry) => entry.holderRecipientId)]
        auditOperator(tx, { platformHolderId: holder, action: 'recipientLinked', subjects })
      }
      return { profileId, entries: order.entries, ...linked }
    })
  } catch (error) {
    if (error instanceof LinkRefusal) throw new OperatorError(error.message, { cause: error })
    throw error
  }
}

export type Unlinking = { readonly recipientId: string; readonly revokedKeys: number }

/**
 * Ends the link of a sign-in profile: its sessions reach nobody from their next request on, and the recipient's API keys
 * are revoked.
 *
 * @throws OperatorError when it is linked to nobody
 */
export async function unlinkOfProfile({ operator }: Pools, profileId: string): Promise<Unlinking> {
  return inTransaction(operator, { holder: null }, async (tx) => {
    const ended = await unlinkProfile(tx, profileId)
    if (ended === null) throw new OperatorError('This sign-in profile is linked to no recipient.')
    const { recipientId, revokedKeys } = ended
    const subjects = [recipientId, profileId]
    auditOperator(tx, { platformHolderId: null, action: 'recipientUnlinked', subjects, detail: { revokedKeys } })
    return ended
  })
}

/**
 * Ends the link of a holder's entry: its appointments are nobody's again.
 *
 * @throws OperatorError when it is linked to nobody
 */
export async function unlinkOfEntry({ operator }: Pools, entry: Entry): Promise<Unlinking> {
  return inTransaction(operator, { holder: null }, async (tx) => {
    const ended = await unlinkEntry(tx, entry)
    if (ended === null) throw new OperatorError('This entry is linked to no recipient.')
    const { platformHolderId, holderRecipientId } = entry
    const subjects = [ended.recipientId, holderRecipientId]
    auditOperator(tx, { platformHolderId, action: 'recipientUnlinked', subjects })
    return { ...ended, revokedKeys: 0 }
  })
}

/** Opens a number again that was closed after a hundred wrong codes in a row. @returns how many there were */
export async function unlock({ operator, login }: Pools, keys: DerivedKeys, phoneNumberE164: string): Promise<number> {
  const forgotten = await openNumber(login, keys, phoneNumberE164)
  await inTransaction(operator, { holder: null }, async (tx) =>
    auditOperator(tx, { platformHolderId: null, action: 'signInNumberOpened', detail: { forgotten } }),
  )
  return forgotten
}
