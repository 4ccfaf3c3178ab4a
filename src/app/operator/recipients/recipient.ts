import type pg from 'pg'
import { bindHolder, inTransaction } from '#/kernel/postgres/db.ts'
import type { DerivedKeys } from '#/kernel/secrets/derived-keys.ts'
import { formatInstant, formatInstantOrNull } from '#/kernel/schema.ts'
import { revokeRecipientKeys } from '#/slices/access/access.ts'
import { closeRequestsOfEntry } from '#/slices/appointments/appointments.ts'
import {
  findProfile,
  findWaitingProfiles,
  linkRecipient,
  LinkRefusal,
  openNumber,
  unlinkEntry,
  unlinkProfile,
  type Entry,
  type Linked,
  type WaitingProfile,
} from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { contactKey } from '#/slices/reminders/reminders.ts'
import { withdrawSuggestionsOfEntry } from '#/slices/suggestions/suggestions.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'

/** operator acts as tijdig_operator on the main database, login as tijdig_login on the datastore of the sign-in. */
export type Pools = { readonly operator: pg.Pool; readonly login: pg.Pool }

/** Somebody who proved a number and waits for an operator: linked to nobody, or only to some of their entries. */
export type Unlinked = {
  readonly profileId: string
  readonly phoneNumberE164: string
  readonly createdAt: string
  readonly lastSignedInAt: string | null
  /** Null when nobody linked the profile. */
  readonly recipientId: string | null
  /** Entries of holders with this number or, once it is linked, another contact of the recipient. Families share them. */
  readonly candidates: readonly {
    readonly platformHolderId: string
    readonly holderDisplayName: string
    readonly holderRecipientId: string
    readonly displayName: string | null
    readonly linkedTo: string | null
  }[]
}

export type UnlinkedPage = {
  readonly profiles: readonly Unlinked[]
  /** The profile after which the next page begins; null when there is no more. */
  readonly nextAfter: string | null
}

export type UnlinkedQuery = {
  /** How many profiles to show at most. */
  readonly limit: number
  readonly after: string | null
  /** Called with the number of profiles looked at so far, linked ones included. */
  readonly onProgress?: (looked: number) => void
}

/** Sign-in profiles that wait for a person to link them, or more entries of theirs; the oldest first. */
export async function listUnlinked(
  pools: Pools,
  keys: DerivedKeys,
  { limit, after, onProgress }: UnlinkedQuery,
): Promise<UnlinkedPage> {
  const found: WaitingProfile[] = []
  let looked = 0
  for await (const page of findWaitingProfiles(pools, keys, after)) {
    found.push(...page.waiting)
    looked += page.looked
    onProgress?.(looked)
    if (found.length > limit) break
  }
  const shown = found.slice(0, limit)
  await inTransaction(pools.operator, { holder: null }, async (tx) =>
    auditOperator(tx, {
      platformHolderId: null,
      action: 'unlinkedRecipientsListed',
      subjects: shown.map(({ profile }) => profile.id),
    }),
  )
  return {
    profiles: shown.map(toUnlinked),
    nextAfter: found.length > limit ? (shown.at(-1)?.profile.id ?? null) : null,
  }
}

function toUnlinked({ profile, recipientId, candidates }: WaitingProfile): Unlinked {
  return {
    profileId: profile.id,
    phoneNumberE164: profile.phoneNumberE164,
    createdAt: formatInstant(profile.createdAt),
    lastSignedInAt: formatInstantOrNull(profile.lastSignedInAt),
    recipientId,
    candidates: candidates.map((entry) => ({
      platformHolderId: entry.platformHolderId,
      holderDisplayName: entry.holderName,
      holderRecipientId: entry.id,
      displayName: entry.displayName,
      linkedTo: entry.recipientId,
    })),
  }
}

export type LinkOrder = {
  readonly profileId: string
  readonly entries: readonly Entry[]
  readonly recipientId: string | null
  readonly displayName: string | null
  /** An address the operator checked; the recipient's last notice goes there when there is no number. */
  readonly email: string | null
}

/**
 * Joins a sign-in profile and entries of holders to one recipient.
 *
 * @throws OperatorError when one of them does not exist, or belongs to another recipient
 */
export async function link(
  { operator, login }: Pools,
  keys: DerivedKeys,
  { profileId, ...order }: LinkOrder,
): Promise<Linked & { profileId: string; entries: readonly Entry[] }> {
  const profile = await findProfile(login, profileId)
  if (profile?.status !== 'active')
    throw new OperatorError('There is no such active sign-in profile: `tijdig recipient pending` shows them.')
  const { phoneNumberE164, locale } = profile
  try {
    return await inTransaction(operator, { holder: null }, async (tx) => {
      const email = order.email === null ? null : { address: order.email, key: contactKey(keys, 'email', order.email) }
      const request = { ...order, email, profile: { id: profileId, phoneNumberE164, locale } }
      const linked = await linkRecipient(tx, login, request)
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

export type Unlinking = {
  readonly recipientId: string
  readonly revokedKeys: number
  readonly supersededRequests: number
  readonly withdrawnSuggestions: number
}

/**
 * Ends the link of a sign-in profile: its sessions have no access from their next request on, and the recipient's API
 * keys are revoked.
 *
 * @throws OperatorError when it is linked to nobody
 */
export async function unlinkOfProfile({ operator, login }: Pools, profileId: string): Promise<Unlinking> {
  return inTransaction(operator, { holder: null }, async (tx) => {
    const recipientId = await unlinkProfile(tx, login, profileId)
    if (recipientId === null) throw new OperatorError('This sign-in profile is linked to no recipient.')
    const revokedKeys = await revokeRecipientKeys(tx, recipientId)
    const subjects = [recipientId, profileId]
    auditOperator(tx, { platformHolderId: null, action: 'recipientUnlinked', subjects, detail: { revokedKeys } })
    return { recipientId, revokedKeys, supersededRequests: 0, withdrawnSuggestions: 0 }
  })
}

/**
 * Ends the link of a holder's entry: its appointments belong to no recipient again, open requests about them are
 * superseded, and times proposed to that person are withdrawn.
 *
 * @throws OperatorError when it is linked to nobody
 */
export async function unlinkOfEntry({ operator }: Pools, entry: Entry): Promise<Unlinking> {
  return inTransaction(operator, { holder: null }, async (tx) => {
    const ended = await unlinkEntry(tx, entry)
    if (ended === null) throw new OperatorError('This entry is linked to no recipient.')
    const { platformHolderId, holderRecipientId } = entry
    const { recipientId } = ended
    const detail = {
      supersededRequests: await closeRequestsOfEntry(bindHolder(tx, platformHolderId), holderRecipientId),
      withdrawnSuggestions: await withdrawSuggestionsOfEntry(tx, { ...entry, recipientId }),
    }
    const subjects = [recipientId, holderRecipientId]
    auditOperator(tx, { platformHolderId, action: 'recipientUnlinked', subjects, detail })
    return { recipientId, revokedKeys: 0, ...detail }
  })
}

/** Forgets the wrong codes of a number: its sign-in codes have six digits again. @returns how many there were */
export async function unlock({ operator, login }: Pools, keys: DerivedKeys, phoneNumberE164: string): Promise<number> {
  const forgotten = await openNumber(login, keys, phoneNumberE164)
  await inTransaction(operator, { holder: null }, async (tx) =>
    auditOperator(tx, { platformHolderId: null, action: 'signInNumberOpened', detail: { forgotten } }),
  )
  return forgotten
}
