import type { DerivedKeys } from '#/kernel/secrets/derived-keys.ts'
import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { contactKey, type Channel } from '#/slices/reminders/reminders.ts'
import { selectContactKeys, selectEntries, type EntryOf } from './erase-store.ts'

/** A number or address, as hex of its keyed hash. */
export type ErasedContact = { readonly channel: Channel; readonly key: string }

type OwnContacts = {
  readonly recipientId: string
  readonly phoneNumberE164: string | null
  readonly email: string | null
}

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

const selectOwn = statement<OwnContacts>(
  'select_own_contacts_to_erase',
  'select id as recipient_id, phone_number_e164, email from recipient where id = $1',
)

const selectOthers = statement<{ key: string; entry: string }>(
  'select_others_of_contacts',
  `select distinct encode(found.key, 'hex') as key, found.platform_holder_id || '/' || found.holder_recipient_id as entry
   from platform_holder h cross join lateral (
     select a.platform_holder_id, a.holder_recipient_id, a.recipient_phone_key as key from appointment a
     where a.platform_holder_id = h.platform_holder_id and a.recipient_phone_key = any(array(select decode(k, 'hex') from unnest($2::text[]) k))
     union
     select a.platform_holder_id, a.holder_recipient_id, a.recipient_email_key from appointment a
     where a.platform_holder_id = h.platform_holder_id and a.recipient_email_key = any(array(select decode(k, 'hex') from unnest($3::text[]) k))
   ) found
   where not exists (
     select 1 from recipient_link l
     where l.platform_holder_id = found.platform_holder_id and l.holder_recipient_id = found.holder_recipient_id and l.recipient_id = $1)
   order by 1, 2 limit 10000`,
)
