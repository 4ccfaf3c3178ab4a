import { randomBytes } from 'node:crypto'
import { audit } from '#/kernel/audit.ts'
import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { bindHolder, inTransaction } from '#/kernel/postgres/db.ts'
import { sha256 } from '#/kernel/secrets/derived-keys.ts'
import type { StaffSession } from './browser.ts'
import { emailKey, isWelcome, type SignIn } from './code.ts'
import { ownEmail, readOwnEmail } from './proof.ts'
import { nameAll, refuseFromOutside, type Organization } from './session.ts'
import { endSession, findBrowserSessions, findStaffByEmail, store, switchSession } from './store.ts'
import type { SignInPlace } from './used-browser.ts'

/** A member of staff who is signed in, and the request they make. */
type Own = Omit<SignIn, 'limits'> & { readonly session: StaffSession }

/** The organizations whoever is signed in works for, this one too. */
export async function listOrganizations(own: Own): Promise<Organization[]> {
  const email = await readOwnEmail(own)
  return inTransaction(own.pool, { holder: null }, async (tx) =>
    nameAll(tx, (await tx.rows(findStaffByEmail, [email])).filter(isWelcome)),
  )
}

/**
 * Opens a session at another organization of the same person, beside the one they have. It proves nothing anew: it ends
 * when that one would, and was proved when that one was.
 *
 * @param to email: theirs, folded
 * @returns its token, 43 base64url characters, stored only as its hash
 * @throws AppError ASSIGNMENT_INACTIVE for an organization they do not work for now; IP_NOT_ALLOWED for one that lets
 *   nobody in from there; SESSION_EXPIRED when theirs ended meanwhile
 */
export async function switchOrganization(
  { pool, services, requestId, session }: Own,
  to: { readonly email: string; readonly platformHolderId: string; readonly place: SignInPlace },
): Promise<string> {
  const { email, platformHolderId, place } = to
  return inTransaction(pool, { holder: null }, async (tx) => {
    // Whoever ends all sessions of this person ends this one first, and finds the new one, or is waited for.
    const [, assignments] = await Promise.all([
      tx.rows(store.lock, [emailKey(services.keys, email)]),
      tx.rows(findStaffByEmail, [email]),
    ])
    const there = assignments.filter(isWelcome).find((staff) => staff.platformHolderId === platformHolderId)
    if (!there) throw new AppError('ASSIGNMENT_INACTIVE')
    await refuseFromOutside(tx, platformHolderId, place.address)
    const token = randomBytes(32).toString('base64url')
    const id = newId()
    const { holder, id: from } = session
    const { network, browser } = place
    const opened = [holder, from, platformHolderId, there.id, id, sha256(token), network, browser]
    const [switched] = await tx.rows(switchSession, opened)
    if (!switched?.isOpen) throw new AppError('SESSION_EXPIRED')
    bindHolder(tx, platformHolderId)
    const actor = { kind: 'staff' as const, id: there.id }
    audit(tx, { platformHolderId, actor, action: 'staffSwitched', requestId, subjects: [id] })
    return token
  })
}

/** The organizations at which sessions, by their tokens, live and are of one address. @param email folded */
export async function organizationsOf(
  { pool }: Pick<SignIn, 'pool'>,
  tokens: readonly string[],
  email: string,
): Promise<string[]> {
  if (tokens.length === 0) return []
  const rows = await inTransaction(pool, { holder: null }, (tx) =>
    tx.rows(findBrowserSessions, [tokens.map((token) => sha256(token)), email]),
  )
  return rows.map(({ platformHolderId }) => platformHolderId)
}

/** Ends this session and those of the same person among some tokens. A second time changes nothing. */
export async function endBrowserSessions(
  { pool, requestId, session }: Pick<Own, 'pool' | 'requestId' | 'session'>,
  tokens: readonly string[],
): Promise<void> {
  const { holder, id, actorId } = session
  await inTransaction(pool, { holder }, async (tx) => {
    const email = await ownEmail(tx, session)
    const hashes = tokens.map((token) => sha256(token))
    const others = await tx.rows(findBrowserSessions, [hashes, email])
    const own = { platformHolderId: holder, id, staffMemberId: actorId }
    for (const one of [own, ...others.filter((other) => other.id !== id)]) {
      bindHolder(tx, one.platformHolderId)
      tx.send(endSession, [one.platformHolderId, one.id])
      audit(tx, {
        platformHolderId: one.platformHolderId,
        actor: { kind: 'staff', id: one.staffMemberId },
        action: 'staffSignedOut',
        requestId,
        subjects: [one.id],
      })
    }
  })
}
