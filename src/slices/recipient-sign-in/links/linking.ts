import type pg from 'pg'
import { audit } from '#/kernel/audit.ts'
import type { Tx } from '#/kernel/postgres/db.ts'
import { newId } from '#/kernel/ids.ts'
import {
  applyEntryLink,
  deleteProfileLink,
  eraseProvedAddress,
  eraseProvedContacts,
  insertProfileLink,
  lockEntry,
  lockProfile,
  noteProvedAddress,
  selectAheadOfEntry,
  selectEntry,
  selectProfileLink,
  type EntryRow,
} from './link-store.ts'
import { insertRecipient, lockRecipientToLink } from '#/slices/recipients/recipients.ts'
import { replanAppointment } from '#/slices/reminders/reminders.ts'
import { settleOwnContact } from './own-contact.ts'
import { tellLinked } from './tell-linked.ts'

/** A person as one holder knows them. */
export type Entry = { readonly platformHolderId: string; readonly holderRecipientId: string }

export type LinkRequest = {
  readonly profile: { readonly id: string; readonly phoneNumberE164: string; readonly locale: string | null }
  readonly entries: readonly Entry[]
  /** An existing recipient; null: the one the profile is linked to, or a new one. */
  readonly recipientId: string | null
  /** Name of a new recipient; null: the name the first entry has. */
  readonly displayName: string | null
  /** An e-mail address the operator checked to be theirs, with its contact key; null leaves it as it is. */
  readonly email: { readonly address: string; readonly key: Buffer } | null
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
 * is. What is linked to somebody else is refused, never moved. The recipient's own number is from then on that of the
 * profile, and whoever waited for their first link is told by a text message.
 *
 * @param login acts as tijdig_login on the datastore of the sign-in
 * @throws LinkRefusal
 */
export async function linkRecipient(tx: Tx, login: pg.Pool, request: LinkRequest): Promise<Linked> {
  await tx.rows(lockProfile, [request.profile.id])
  const [current] = await tx.rows(selectProfileLink, [request.profile.id])
  if (current && request.recipientId !== null && current.recipientId !== request.recipientId)
    throw new LinkRefusal('This profile is linked to another recipient: `tijdig recipient unlink` ends that first.')
  const entries = await lockEntries(tx, request.entries)
  const found = new Set(entries.map((entry) => `${entry.platformHolderId}/${entry.id}`))
  const missing = request.entries.find((entry) => !found.has(nameOf(entry)))
  if (missing) throw new LinkRefusal(`There is no entry ${nameOf(missing)}.`)
  const target = await findOrCreate(tx, request, current?.recipientId ?? request.recipientId, entries)
  for (const entry of entries) {
    if (entry.recipientId !== null && entry.recipientId !== target.recipientId)
      throw new LinkRefusal(`The entry ${entry.platformHolderId}/${entry.id} is linked to another recipient.`)
    await applyLink(tx, { ...entry, holderRecipientId: entry.id }, target.recipientId)
  }
  if (!current) {
    await tx.rows(insertProfileLink, [request.profile.id, target.recipientId])
    tellLinked.add(tx, { profileId: request.profile.id })
  }
  if (request.email) await tx.rows(noteProvedAddress, [request.profile.id, request.email.key])
  await settleOwnContact(tx, login, target.recipientId, request.email?.address ?? null)
  return target
}

/**
 * Ends the link of a profile that nobody signed in with for so long that it is forgotten, and forgets which number it
 * proved, so that nobody can link it any more: its number is no longer the recipient's own. Keys made by it have expired by then, and those of another profile stay.
 *
 * @param login acts as tijdig_login on the datastore of the sign-in
 */
export async function endUnusedLink(tx: Tx, login: pg.Pool, profileId: string): Promise<void> {
  const recipientId = await unlinkProfile(tx, login, profileId)
  await tx.rows(eraseProvedContacts, [profileId])
  if (recipientId === null) return
  audit(tx, {
    platformHolderId: null,
    actor: { kind: 'system', id: null },
    action: 'recipientUnlinked',
    requestId: null,
    subjects: [recipientId, profileId],
  })
}

/**
 * Ends the link of a profile; the recipient's own number is then that of the profile linked before it, if there is one.
 * Their API keys were made through it: revoke them.
 *
 * @param login acts as tijdig_login on the datastore of the sign-in
 * @returns the recipient it was linked to; null when it was to none
 */
export async function unlinkProfile(tx: Tx, login: pg.Pool, profileId: string): Promise<string | null> {
  await tx.rows(lockProfile, [profileId])
  const [link] = await tx.rows(deleteProfileLink, [profileId])
  if (!link) return null
  await tx.rows(eraseProvedAddress, [profileId])
  await lockRecipientToLink(tx, link.recipientId)
  await settleOwnContact(tx, login, link.recipientId, null)
  return link.recipientId
}

/**
 * Ends the link of an entry of a holder: its appointments are unlinked again, and locked, so that requests about them
 * can be closed.
 *
 * @returns null when there was none
 */
export async function unlinkEntry(tx: Tx, entry: Entry): Promise<{ recipientId: string } | null> {
  const [row] = await lockEntries(tx, [entry])
  if (!row?.recipientId) return null
  await applyLink(tx, entry, null)
  return { recipientId: row.recipientId }
}

/** Makes a recipient's wishes hold for the reminders of an entry, or hold no longer: jobs replan its appointments. */
async function applyLink(tx: Tx, { platformHolderId, holderRecipientId }: Entry, recipientId: string | null) {
  await tx.rows(applyEntryLink, [platformHolderId, holderRecipientId, recipientId])
  await replanEntry(tx, { platformHolderId, holderRecipientId })
}

/** Has the upcoming appointments of an entry planned by the wishes of whoever is linked to it now. */
export async function replanEntry(tx: Tx, { platformHolderId, holderRecipientId }: Entry): Promise<void> {
  for (const { appointmentId } of await tx.rows(selectAheadOfEntry, [platformHolderId, holderRecipientId]))
    replanAppointment.add(tx, { platformHolderId, appointmentId }, `replan ${appointmentId}`)
}

/** The entries that exist, in the order given, each read after it was locked; locked in one order, to avoid deadlocks. */
async function lockEntries(tx: Tx, entries: readonly Entry[]): Promise<EntryRow[]> {
  for (const entry of entries.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1)))
    await tx.rows(lockEntry, [entry.platformHolderId, entry.holderRecipientId])
  const rows: EntryRow[] = []
  for (const { platformHolderId, holderRecipientId } of entries)
    rows.push(...(await tx.rows(selectEntry, [platformHolderId, holderRecipientId])))
  return rows
}

function nameOf({ platformHolderId, holderRecipientId }: Entry): string {
  return `${platformHolderId}/${holderRecipientId}`
}

async function findOrCreate(
  tx: Tx,
  { profile, displayName, email }: LinkRequest,
  recipientId: string | null,
  entries: readonly EntryRow[],
): Promise<Linked> {
  if (recipientId !== null) {
    const recipient = await lockRecipientToLink(tx, recipientId)
    if (recipient?.status !== 'active') throw new LinkRefusal('There is no such active recipient.')
    return { recipientId, displayName: recipient.displayName, isNewRecipient: false }
  }
  const name = displayName ?? entries[0]?.displayName ?? null
  if (name === null) throw new LinkRefusal('A new recipient needs a name: give --name, or an entry that has one.')
  const id = newId()
  const { phoneNumberE164, locale } = profile
  insertRecipient(tx, { id, displayName: name, phoneNumberE164, email: email?.address ?? null, locale })
  return { recipientId: id, displayName: name, isNewRecipient: true }
}
