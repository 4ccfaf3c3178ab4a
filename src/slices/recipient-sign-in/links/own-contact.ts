import type pg from 'pg'
import { runOnce, type Tx } from '#/kernel/postgres/db.ts'
import { selectLinksOfRecipient, updateOwnContact } from './link-store.ts'
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
  await tx.rows(updateOwnContact, [recipientId, (newest && numbers.get(newest.profileId)) ?? null, email])
}
