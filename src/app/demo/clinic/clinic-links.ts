import type pg from 'pg'
import type { Tx } from '#/kernel/postgres/db.ts'
import { newId } from '#/kernel/ids.ts'
import { createProfile } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import type { StoredVisit } from './clinic-appointment.ts'
import type { Office } from './clinic-messages.ts'
import {
  bytesOf,
  insertEntries,
  insertLinks,
  insertProfileLinks,
  insertProofs,
  insertRecipients,
  sendRecords,
} from './clinic-store.ts'

/** The recipients of those who are linked, by their entries. */
export type RecipientIds = ReadonlyMap<string, string>

/**
 * Links the people of these visits, each to a profile of their own number, two days ago.
 *
 * @param login acts as tijdig_login, on the datastore of the recipients' sign-in
 */
export async function linkRecipients(
  tx: Tx,
  login: pg.Pool,
  { services, now }: Office,
  visits: readonly StoredVisit[],
): Promise<RecipientIds> {
  const linkedAt = now.subtract({ hours: 48 })
  const at = { linkedAt, createdAt: linkedAt, updatedAt: linkedAt }
  const fresh = { status: 'active', version: 1, preferences: {}, preferencesVersion: 1 }
  const people = [...new Map(visits.map((stored) => [stored.entry.id, stored])).values()]
  const linked = people.map(async (stored) => {
    const { appointment, entry } = stored
    const { recipientName, recipientLocale, recipientPhone, platformHolderId } = appointment
    const profileId = await createProfile(login, services.keys, recipientPhone ?? '', linkedAt)
    const id = newId()
    const person = { id, displayName: recipientName, locale: recipientLocale, phoneNumberE164: recipientPhone }
    sendRecords(tx, insertEntries, [entryRow(stored)])
    sendRecords(tx, insertRecipients, [{ ...person, ...fresh, ...at }])
    sendRecords(tx, insertLinks, [{ platformHolderId, holderRecipientId: entry.id, recipientId: id, linkedAt }])
    sendRecords(tx, insertProfileLinks, [{ profileId, recipientId: id, linkedAt }])
    sendRecords(tx, insertProofs, [{ profileId, channel: 'sms', contactKey: bytesOf(entry.key.sms) }])
    return [entry.id, id] as const
  })
  return new Map(await Promise.all(linked))
}

export function entryRow({ entry, appointment }: StoredVisit) {
  const { platformHolderId, createdAt, recipientLocale: locale } = appointment
  const { id, contactKey, foldedName } = entry
  return { platformHolderId, id, contactKey: bytesOf(contactKey), foldedName, createdAt, locale }
}
