import type { Services } from '#/kernel/context.ts'
import type { Tx } from '#/kernel/postgres/db.ts'
import { formatInstant } from '#/kernel/schema.ts'
import type { RetainedCategory } from '#/slices/deletion-requests/deletion-request.ts'
import {
  lockAppointments,
  lockEntries,
  lockEntry,
  lockLeftOfChain,
  lockRecipient,
  selectContactKeys,
  selectEntries,
  selectProfiles,
  type EntryOf,
} from './erase-store.ts'
import type { Erasure } from './erasure-journal.ts'
import { contactsOf } from './shared-contacts.ts'

/** A request whose erasure an operator asked for. */
export type ErasureRequest = {
  readonly id: string
  /** Null of a letter; the entry it is about is then given. */
  readonly recipientId: string | null
  readonly platformHolderId: string | null
  readonly holderRecipientId: string | null
  readonly phoneNumberE164: string | null
  readonly email: string | null
  readonly retainedCategories: readonly RetainedCategory[]
  /** Hex of contact keys that stay usable for other people. */
  readonly keptContacts: readonly string[]
  readonly clock: Temporal.Instant
}

/**
 * Gathers, while it is still known, who is to be erased where, and locks it until the transaction ends: nothing can be
 * handed in for an entry, and nothing linked.
 *
 * @throws Error when an entry was linked while the locks were taken; to be tried again
 */
export async function describeErasure(tx: Tx, { keys }: Services, asked: ErasureRequest): Promise<Erasure> {
  const { recipientId } = asked
  if (recipientId === null) return describeLetter(tx, asked)
  const locked = await tx.rows(lockEntries, [recipientId])
  await tx.rows(lockAppointments, [
    locked.map((entry) => entry.platformHolderId),
    locked.map((entry) => entry.holderRecipientId),
  ])
  await tx.rows(lockRecipient, [recipientId])
  const entries = await tx.rows(selectEntries, [recipientId])
  if (entries.length !== locked.length) throw new Error('An entry was linked while the person was erased')
  const left = await lockLeft(tx, entries)
  const profiles = await tx.rows(selectProfiles, [recipientId])
  const contacts = await contactsOf(tx, keys, { ...asked, recipientId }, entries)
  return {
    id: asked.id,
    recipientId,
    erasedAt: formatInstant(asked.clock),
    entries: [...entries, ...left].map(toEntry),
    profileIds: profiles.map((profile) => profile.profileId),
    contacts: contacts.map(({ channel, key }) =>
      asked.keptContacts.includes(key) ? { channel, key, isKept: true } : { channel, key },
    ),
    retainedCategories: [...asked.retainedCategories],
  }
}

/** One entry of the holder that got the letter, and what is left of the same person there. Its contacts say which texts go there, and stay open everywhere. */
async function describeLetter(tx: Tx, asked: ErasureRequest): Promise<Erasure> {
  const { platformHolderId, holderRecipientId } = asked
  if (platformHolderId === null || holderRecipientId === null) throw new Error('A letter is about an entry')
  await tx.rows(lockEntry, [platformHolderId, holderRecipientId])
  await tx.rows(lockAppointments, [[platformHolderId], [holderRecipientId]])
  const entry = { platformHolderId, holderRecipientId }
  const left = await lockLeft(tx, [entry])
  const contacts = await tx.rows(selectContactKeys, [[platformHolderId], [holderRecipientId]])
  return {
    id: asked.id,
    recipientId: null,
    erasedAt: formatInstant(asked.clock),
    entries: [entry, ...left].map(toEntry),
    profileIds: [],
    contacts: contacts.map(({ channel, key }) => ({ channel, key, isKept: true as const })),
    retainedCategories: [...asked.retainedCategories],
  }
}

/** Entries of the same people that have no appointment any more, because the contact was corrected. */
function lockLeft(tx: Tx, entries: readonly EntryOf[]): Promise<EntryOf[]> {
  return tx.rows(lockLeftOfChain, [
    entries.map((entry) => entry.platformHolderId),
    entries.map((entry) => entry.holderRecipientId),
  ])
}

function toEntry({ platformHolderId, holderRecipientId }: EntryOf): EntryOf {
  return { platformHolderId, holderRecipientId }
}
