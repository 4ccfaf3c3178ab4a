import type pg from 'pg'
import { runOnce } from '#/kernel/db.ts'
import type { DerivedKeys } from '#/kernel/derived-keys.ts'
import { newId } from '#/kernel/ids.ts'
import { contactKey } from '#/slices/reminders/reminders.ts'
import { selectCandidates, selectProfileLinks, type EntryRow } from './link-store.ts'
import { eraseProfiles, insertProfile, selectProfile, selectProfiles, type ListedProfile } from './session-store.ts'
import { forgetFailures } from './store.ts'

const pageSize = 500

/** A profile nobody linked yet, with entries of holders that have the same number: a hint for a person, never a proof. */
export type UnlinkedProfile = { readonly profile: ListedProfile; readonly candidates: readonly EntryRow[] }

/**
 * Profiles that are linked to no recipient, in the order in which they were made.
 *
 * @param pools login acts as tijdig_login on the datastore, operator as tijdig_operator on the main database
 */
export async function listUnlinkedProfiles(
  pools: { login: pg.Pool; operator: pg.Pool },
  keys: DerivedKeys,
): Promise<UnlinkedProfile[]> {
  const unlinked: UnlinkedProfile[] = []
  for (let after: string | null = null; ;) {
    const page: ListedProfile[] = await runOnce(pools.login, selectProfiles, [after, pageSize])
    const links = await runOnce(pools.operator, selectProfileLinks, [page.map(({ id }) => id)])
    const linked = new Set(links.map((link) => link.profile_id))
    for (const profile of page.filter(({ id }) => !linked.has(id))) {
      const key = contactKey(keys, 'sms', profile.phone_number_e164)
      unlinked.push({ profile, candidates: await runOnce(pools.operator, selectCandidates, [key]) })
    }
    if (page.length < pageSize) return unlinked
    after = page.at(-1)?.id ?? null
  }
}

/** One profile, or null. */
export async function findProfile(login: pg.Pool, profileId: string): Promise<ListedProfile | null> {
  const [profile] = await runOnce(login, selectProfile, [profileId])
  return profile ?? null
}

/** The profile of a number without a sign-in, for demo data and tests. @returns its id */
export async function createProfile(
  login: pg.Pool,
  keys: DerivedKeys,
  phoneNumberE164: string,
  now: Temporal.Instant,
): Promise<string> {
  const key = contactKey(keys, 'sms', phoneNumberE164)
  const [profile] = await runOnce(login, insertProfile, [newId(), key, phoneNumberE164, now])
  if (!profile) throw new Error('The profile could not be stored')
  return profile.id
}

/** Lets a number sign in again that was closed after too many wrong codes. @returns how many there were */
export async function openNumber(login: pg.Pool, keys: DerivedKeys, phoneNumberE164: string): Promise<number> {
  const [forgotten] = await runOnce(login, forgetFailures, [contactKey(keys, 'sms', phoneNumberE164)])
  return forgotten?.tries ?? 0
}

/** Erases sign-in profiles with their numbers, sessions and codes; can be repeated. @param login acts as tijdig_login */
export async function eraseSignIns(login: pg.Pool, profileIds: readonly string[]): Promise<void> {
  await runOnce(login, eraseProfiles, [profileIds])
}
