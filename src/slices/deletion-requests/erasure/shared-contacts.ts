import type { DerivedKeys } from '#/kernel/secrets/derived-keys.ts'
import type { Tx } from '#/kernel/postgres/db.ts'
import { contactKey, type Channel } from '#/slices/reminders/reminders.ts'
import { selectContactKeys, selectEntries, type EntryOf } from './erase-store.ts'
import { selectOthers, selectOwn, type OwnContacts } from './shared-contacts-store.ts'

/** A number or address, as hex of its keyed hash. */
export type ErasedContact = { readonly channel: Channel; readonly key: string }

/** The contacts of a person, each once: their own, and those by which these entries of holders know them. */
export async function contactsOf(
  tx: Tx,
  keys: DerivedKeys,
  { phoneNumberE164: phone, email }: OwnContacts,
  entries: readonly EntryOf[],
): Promise<ErasedContact[]> {
  const known = await tx.rows(selectContactKeys, [
    entries.map((entry) => entry.platformHolderId),
    entries.map((entry) => entry.holderRecipientId),
  ])
  const own = [
    ...(phone === null ? [] : [{ channel: 'sms' as const, address: phone }]),
    ...(email === null ? [] : [{ channel: 'email' as const, address: email }]),
  ].map(({ channel, address }) => ({ channel, key: contactKey(keys, channel, address).toString('hex') }))
  return [...new Map([...known, ...own].map(({ channel, key }) => [key, { channel, key }])).values()]
}

/** Contacts of a person that entries of others have too, and how many entries that are in all. */
export type SharedContacts = { readonly contacts: readonly ErasedContact[]; readonly others: number }

/** Whom else it would concern if the person's contacts were never written to again. Families share a number. */
export async function findSharedContacts(tx: Tx, keys: DerivedKeys, recipientId: string): Promise<SharedContacts> {
  const [recipient] = await tx.rows(selectOwn, [recipientId])
  if (!recipient) return { contacts: [], others: 0 }
  const contacts = await contactsOf(tx, keys, recipient, await tx.rows(selectEntries, [recipientId]))
  const keysOf = (channel: Channel) => contacts.filter((one) => one.channel === channel).map(({ key }) => key)
  const others = await tx.rows(selectOthers, [recipientId, keysOf('sms'), keysOf('email')])
  const shared = new Set(others.map((other) => other.key))
  return {
    contacts: contacts.filter(({ key }) => shared.has(key)),
    others: new Set(others.map((other) => other.entry)).size,
  }
}
