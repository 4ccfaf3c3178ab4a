import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { runOnce, type Tx } from '#/kernel/postgres/db.ts'
import { sha256, type DerivedKeys } from '#/kernel/secrets/derived-keys.ts'
import { newId } from '#/kernel/ids.ts'
import { erasures } from '#/kernel/privacy.ts'
import { contactKey, contactKeys } from '#/slices/reminders/reminders.ts'
import {
  selectCandidates,
  selectEntriesOfContact,
  selectProfileLinks,
  type CandidateRow,
  type EntryRow,
} from './link-store.ts'
import {
  insertProfile,
  insertSession,
  selectActiveNumbers,
  selectProfile,
  selectProfiles,
  type ListedProfile,
} from '#/slices/recipient-sign-in/sessions/session-store.ts'
import { noteProvedNumber } from '#/slices/recipient-sign-in/main-store.ts'
import { signInPrivacy } from '#/slices/recipient-sign-in/privacy.ts'
import { store } from '#/slices/recipient-sign-in/codes/store.ts'

const pageSize = 100

/**
 * A profile that waits for an operator, with entries of holders that have a contact of it: a hint for a person, never a
 * proof. Either nobody linked it yet, or holders have entries with its recipient's contacts that nobody linked.
 */
export type WaitingProfile = {
  readonly profile: ListedProfile
  /** Null when nobody linked it. */
  readonly recipientId: string | null
  readonly candidates: readonly CandidateRow[]
}

/**
 * Profiles that wait for an operator, in the order in which they were made, a page at a time.
 *
 * @param pools login acts as tijdig_login on the datastore, operator as tijdig_operator on the main database
 * @param after id of the last profile somebody saw; null for the first
 * @returns pages, some of them empty, each with how many profiles were looked at
 */
export async function* findWaitingProfiles(
  { login, operator }: { login: pg.Pool; operator: pg.Pool },
  keys: DerivedKeys,
  after: string | null,
): AsyncGenerator<{ readonly waiting: readonly WaitingProfile[]; readonly looked: number }> {
  for (let from = after, isMore = true; isMore;) {
    const page: ListedProfile[] = await runOnce(login, selectProfiles, [from, pageSize])
    const ids = page.map(({ id }) => id)
    const links = new Map((await runOnce(operator, selectProfileLinks, [ids])).map((link) => [link.profileId, link]))
    const contacts = page.flatMap((profile) => {
      const { sms, email } = contactKeys(keys, {
        phoneNumberE164: profile.phoneNumberE164,
        email: links.get(profile.id)?.email ?? null,
      })
      return [sms, email].flatMap((key) => (key === null ? [] : { id: profile.id, key }))
    })
    const found = await runOnce(operator, selectCandidates, [
      contacts.map(({ id }) => id),
      contacts.map(({ key }) => key),
    ])
    const candidates = Map.groupBy(found, (row) => row.profileId)
    const waiting = page.map((profile) => ({
      profile,
      recipientId: links.get(profile.id)?.recipientId ?? null,
      candidates: candidates.get(profile.id) ?? [],
    }))
    yield {
      waiting: waiting.filter((each) => each.recipientId === null || each.candidates.length > 0),
      looked: page.length,
    }
    from = ids.at(-1) ?? null
    isMore = page.length === pageSize
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

/** Notes that a profile proved its number, as a sign-in does, for demo data and tests. @param operator acts as tijdig_operator */
export async function noteProof(
  operator: pg.Pool,
  keys: DerivedKeys,
  profile: { readonly id: string; readonly phoneNumberE164: string },
): Promise<void> {
  await runOnce(operator, noteProvedNumber, [profile.id, contactKey(keys, 'sms', profile.phoneNumberE164)])
}

/** An access token of a profile without a code, for the demo. @returns the token, stored only as its hash */
export async function openProfileToken(login: pg.Pool, profileId: string, now: Temporal.Instant): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await runOnce(login, insertSession, [newId(), profileId, 'token', sha256(token), now])
  return token
}

/** Forgets the wrong codes of a number: its codes have six digits again. @returns how many there were */
export async function openNumber(login: pg.Pool, keys: DerivedKeys, phoneNumberE164: string): Promise<number> {
  const [forgotten] = await runOnce(login, store.forgetFailures, [contactKey(keys, 'sms', phoneNumberE164)])
  return forgotten?.tries ?? 0
}

/** Erases sign-in profiles with their numbers, sessions and codes; can be repeated. @param login acts as tijdig_login */
export async function eraseSignIns(login: pg.Pool, profileIds: readonly string[]): Promise<void> {
  for (const erase of erasures(signInPrivacy, 'ofProfiles')) await runOnce(login, erase, [profileIds])
}

/** Those of these profiles that are not erased, or no longer, after their datastore was restored from an older backup. */
export async function findSignIns(login: pg.Pool, profileIds: readonly string[]): Promise<string[]> {
  return (await runOnce(login, selectActiveNumbers, [profileIds])).map(({ id }) => id)
}

/** Entries of all holders that first came with a number or address, known by its key. Operator work. */
export function listEntriesOfContact(tx: Tx, key: Buffer): Promise<EntryRow[]> {
  return tx.rows(selectEntriesOfContact, [key])
}
