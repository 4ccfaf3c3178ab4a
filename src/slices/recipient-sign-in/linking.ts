import type { Tx } from '#/kernel/db.ts'
import { newId } from '#/kernel/ids.ts'
import {
  applyEntryLink,
  deleteProfileLink,
  insertProfileLink,
  insertRecipient,
  lockEntry,
  lockProfile,
  revokeRecipientKeys,
  selectProfileLink,
  selectRecipient,
  type EntryRow,
} from './link-store.ts'

/** A person as one holder knows them. */
export type Entry = { readonly platformHolderId: string; readonly holderRecipientId: string }

export type LinkRequest = {
  readonly profile: { readonly id: string; readonly phoneNumberE164: string; readonly locale: string | null }
  readonly entries: readonly Entry[]
  /** An existing recipient; null: the one the profile is linked to, or a new one. */
  readonly recipientId: string | null
  /** Name of a new recipient; null: the name the first entry has. */
  readonly displayName: string | null
}

export type Linked = {
  readonly recipientId: string
  readonly displayName: string
  readonly isNewRecipient: boolean
}

/** Why a link was not made, in words for the operator. */
export class LinkRefusal extends Error {
  override readonly name = 'LinkRefusal'
}

/**
 * Joins a sign-in profile and entries of holders to one recipient: operator work, after a person has verified who that
 * is. What is linked to somebody else is refused, never moved.
 *
 * @throws LinkRefusal
 */
export async function linkRecipient(tx: Tx, request: LinkRequest): Promise<Linked> {
  await tx.rows(lockProfile, [request.profile.id])
  const [current] = await tx.rows(selectProfileLink, [request.profile.id])
  if (current && request.recipientId !== null && current.recipient_id !== request.recipientId)
    throw new LinkRefusal('This profile is linked to another recipient: `tijdig recipient unlink` ends that first.')
  const entries: EntryRow[] = []
  for (const { platformHolderId, holderRecipientId } of request.entries) {
    const [entry] = await tx.rows(lockEntry, [platformHolderId, holderRecipientId])
    if (!entry) throw new LinkRefusal(`There is no entry ${platformHolderId}/${holderRecipientId}.`)
    entries.push(entry)
  }
  const target = await findOrCreate(tx, request, current?.recipient_id ?? request.recipientId, entries)
  for (const entry of entries) {
    if (entry.recipient_id !== null && entry.recipient_id !== target.recipientId)
      throw new LinkRefusal(`The entry ${entry.platform_holder_id}/${entry.id} is linked to another recipient.`)
    await tx.rows(applyEntryLink, [entry.platform_holder_id, entry.id, target.recipientId])
  }
  if (!current) await tx.rows(insertProfileLink, [request.profile.id, target.recipientId])
  return target
}

/** Ends the link of a profile, and with it every API key of its recipient. @returns null when there was none */
export async function unlinkProfile(
  tx: Tx,
  profileId: string,
): Promise<{ recipientId: string; revokedKeys: number } | null> {
  const [link] = await tx.rows(deleteProfileLink, [profileId])
  if (!link) return null
  const keys = await tx.rows(revokeRecipientKeys, [link.recipient_id])
  return { recipientId: link.recipient_id, revokedKeys: keys.length }
}

/** Ends the link of an entry of a holder: its appointments are nobody's again. @returns null when there was none */
export async function unlinkEntry(tx: Tx, entry: Entry): Promise<{ recipientId: string } | null> {
  const [row] = await tx.rows(lockEntry, [entry.platformHolderId, entry.holderRecipientId])
  if (!row?.recipient_id) return null
  await tx.rows(applyEntryLink, [entry.platformHolderId, entry.holderRecipientId, null])
  return { recipientId: row.recipient_id }
}

async function findOrCreate(
  tx: Tx,
  { profile, displayName }: LinkRequest,
  recipientId: string | null,
  entries: readonly EntryRow[],
): Promise<Linked> {
  if (recipientId !== null) {
    const [recipient] = await tx.rows(selectRecipient, [recipientId])
    if (recipient?.status !== 'active') throw new LinkRefusal('There is no such active recipient.')
    return { recipientId, displayName: recipient.display_name, isNewRecipient: false }
  }
  const name = displayName ?? entries[0]?.display_name ?? null
  if (name === null) throw new LinkRefusal('A new recipient needs a name: give --name, or an entry that has one.')
  const id = newId()
  await tx.rows(insertRecipient, [id, name, profile.phoneNumberE164, profile.locale])
  return { recipientId: id, displayName: name, isNewRecipient: true }
}
