import type pg from 'pg'
import { runOnce, type Tx } from '#/kernel/postgres/db.ts'
import { selectLinksOfRecipient } from './link-store.ts'
import { updateOwnContact } from '#/slices/recipients/recipients.ts'
import { selectActiveNumbers } from '#/slices/recipient-sign-in/sessions/session-store.ts'

/**
 * Writes how a recipient can be reached by their present links: the number of the profile that was linked last and,
 * when an operator checked one, an e-mail address. Without a linked profile both are cleared, because nothing proves
 * them any more.
 *
 * @param login acts as tijdig_login on the datastore of the sign-in
 * @param recipientId locked
 * @param email a newly checked address; null leaves the one there is
 */
export async function settleOwnContact(
  tx: Tx,
  login: pg.Pool,
  recipientId: string,
  email: string | null,
): Promise<void> {
  const links = await tx.rows(selectLinksOfRecipient, [recipientId])
  const profiles = await runOnce(login, selectActiveNumbers, [links.map((link) => link.profileId)])
  const numbers = new Map(profiles.map((profile) => [profile.id, profile.phoneNumberE164]))
  const newest = links.find((link) => numbers.has(link.profileId))
  const phoneNumberE164 = (newest && numbers.get(newest.profileId)) ?? null
  updateOwnContact(tx, recipientId, { phoneNumberE164, email })
}
