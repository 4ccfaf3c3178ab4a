import { randomBytes } from 'node:crypto'
import { audit } from '#/kernel/audit.ts'
import { bindHolder, inTransaction, type Tx } from '#/kernel/postgres/db.ts'
import { sha256, type DerivedKeys } from '#/kernel/secrets/derived-keys.ts'
import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { plainAddress } from '#/kernel/text/network.ts'
import { checkCode, shortDigits, type Trace } from '#/slices/sign-in-codes/sign-in-codes.ts'
import { readNow } from '#/slices/access/store.ts'
import { emailKey, foldEmail, isWelcome, mailCodes, type SignIn } from './code.ts'
import { mailNewBrowser } from './mail-new-browser.ts'
import {
  endSession,
  endSessionsOfMember,
  findNamedHolder,
  findStaffByEmail,
  insertSession,
  noteBrowser,
  openSignInCodes,
  selectIsOutside,
  store,
  type StaffRow,
} from './store.ts'
import { browserKey, type SignInPlace } from './used-browser.ts'

/** What a code or a passkey was exchanged for. */
export type StaffSignIn =
  /**
   * `token`: 43 base64url characters, stored only as its hash. `email`: folded; `emailKey`: its pseudonym. `browserId`: the
   * number of the browser.
   */
  | {
      readonly outcome: 'signed_in'
      readonly token: string
      readonly email: string
      readonly emailKey: Buffer
      readonly browserId: string
    }
  /** The address works for several organizations: the proof is still good, for the same call that names one of them. */
  | { readonly outcome: 'choice'; readonly organizations: readonly Organization[] }
  /** Nobody is signed in. Committed like the others, so that counted tries stay counted. */
  | { readonly outcome: 'refused' }

export type Organization = {
  readonly platformHolderId: string
  readonly displayName: string
  readonly isTest: boolean
}

export type CodeToExchange = {
  readonly email: string
  readonly code: string
  /** Which organization to sign in for; undefined where there is only one. */
  readonly platformHolderId?: string | undefined
  readonly place: SignInPlace
}

/**
 * Exchanges a code for a browser session at one organization. Any valid code of the address will do. Five wrong tries
 * burn a code of six digits; after too many over all its codes an address gets long ones, which are never burned. Tries
 * are counted under a lock, so parallel guesses count too; unknown addresses are treated the same.
 *
 * @throws AppError SIGN_IN_CODE_INVALID; ASSIGNMENT_INACTIVE for a right code and an organization the address does not
 *   work for now, IP_NOT_ALLOWED for one that lets nobody in from there, which leave the code good
 */
export async function createStaffSession(
  signIn: SignIn,
  { email: address, code, platformHolderId, place }: CodeToExchange,
): Promise<Exclude<StaffSignIn, { outcome: 'refused' }>> {
  const { pool, services, requestId } = signIn
  const email = foldEmail(address)
  const contact = emailKey(services.keys, email)
  const result = await inTransaction(pool, { holder: null }, async (tx) => {
    const use = await checkMailedCode(tx, signIn, { contact, code })
    if (!use) return refused
    const proved = { email, contact, platformHolderId, requestId, passkeyId: null, place }
    const signedIn = await signInAs(tx, services.keys, proved)
    if (signedIn.outcome === 'signed_in') use()
    return signedIn
  })
  if (result.outcome === 'refused') throw new AppError('SIGN_IN_CODE_INVALID')
  return result
}

const refused = { outcome: 'refused' } as const

/**
 * Compares a code with those that were mailed to an address, and counts a wrong one.
 *
 * @param contact pseudonym of the address
 * @returns what uses a right code up; null for a wrong one
 */
export async function checkMailedCode(
  tx: Tx,
  signIn: SignIn,
  { contact, code }: { readonly contact: Buffer; readonly code: string },
): Promise<(() => void) | null> {
  const { keys } = signIn.services
  const [, now] = await Promise.all([tx.rows(store.lock, [contact]), readNow(tx)])
  const open = await tx.rows(openSignInCodes, [contact, code.length > shortDigits, now])
  const checked = await checkCode(tx, mailCodes, { keys, now, open, code })
  if (checked.isRight) return () => tx.send(store.use, [contact, checked.right.id, now])
  for (const trace of checked.traces) leaveTrace(tx, signIn, trace)
  return null
}

function leaveTrace(tx: Tx, { log, requestId }: SignIn, { kind, codeId, detail }: Trace): void {
  if (kind === 'guessed')
    log.warn({ codeId, requestId }, 'somebody guesses at an address of staff: its sign-in codes are long now')
  audit(tx, {
    platformHolderId: null,
    actor: { kind: 'anonymous', id: null },
    action: kind === 'guessed' ? 'staffSignInGuessed' : 'staffSignInFailed',
    requestId,
    subjects: [codeId],
    detail,
    outcome: 'failure',
  })
}

export type Proved = {
  /** The address that was proved to be theirs, folded, and its pseudonym. */
  readonly email: string
  readonly contact: Buffer
  readonly platformHolderId: string | undefined
  readonly requestId: string
  /** The passkey that proved it; null for a code. */
  readonly passkeyId: string | null
  readonly place: SignInPlace
}

/**
 * Opens a session for somebody who proved who they are, at the one organization they work for or the one they chose. When
 * they never used this browser before, though others, they are told by mail: once, however many sign in by it at once.
 *
 * @throws AppError ASSIGNMENT_INACTIVE for an organization the address does not work for now; IP_NOT_ALLOWED for one that
 *   lets nobody in from there, which only whoever has proved who they are learns
 */
export async function signInAs(
  tx: Tx,
  keys: DerivedKeys,
  { email, contact, platformHolderId, place, ...proof }: Proved,
): Promise<StaffSignIn> {
  const welcome = (await tx.rows(findStaffByEmail, [email])).filter(isWelcome)
  if (welcome.length === 0) return refused
  if (platformHolderId === undefined && welcome.length > 1)
    return { outcome: 'choice', organizations: await nameAll(tx, welcome) }
  const staff =
    platformHolderId === undefined ? welcome[0] : welcome.find((row) => row.platformHolderId === platformHolderId)
  if (!staff) throw new AppError('ASSIGNMENT_INACTIVE')
  return signInTo(tx, keys, staff, { ...proof, email, contact, place })
}

/** Opens a session as one of the staff, of whom it is known that they may, and notes the browser. @throws AppError IP_NOT_ALLOWED */
export async function signInTo(
  tx: Tx,
  keys: DerivedKeys,
  staff: Pick<StaffRow, 'platformHolderId' | 'id'>,
  { email, contact, place, ...proof }: Omit<Proved, 'platformHolderId'>,
): Promise<StaffSignIn & { readonly outcome: 'signed_in' }> {
  await refuseFromOutside(tx, staff.platformHolderId, place.address)
  const { browserId } = place
  const [browser] = await tx.rows(noteBrowser, [contact, browserKey(keys, contact, browserId)])
  const { token, sessionId } = openSession(tx, staff, { ...proof, place })
  if (browser?.isNew) mailNewBrowser.add(tx, { noticeId: newId(), platformHolderId: staff.platformHolderId, sessionId })
  return { outcome: 'signed_in', token, email, emailKey: contact, browserId }
}

/** @throws AppError IP_NOT_ALLOWED */
export async function refuseFromOutside(tx: Tx, platformHolderId: string, address: string): Promise<void> {
  const [row] = await tx.rows(selectIsOutside, [platformHolderId, plainAddress(address)])
  if (row?.isOutside !== false) throw new AppError('IP_NOT_ALLOWED')
}

/** Opens a browser session. @returns its token, 43 base64url characters, stored only as its hash */
export async function openStaffSession(
  tx: Tx,
  staff: Pick<StaffRow, 'platformHolderId' | 'id'>,
  proof: Pick<Proved, 'requestId' | 'passkeyId'>,
): Promise<string> {
  return openSession(tx, staff, { ...proof, place: null }).token
}

function openSession(
  tx: Tx,
  staff: Pick<StaffRow, 'platformHolderId' | 'id'>,
  { requestId, passkeyId, place }: Pick<Proved, 'requestId' | 'passkeyId'> & { readonly place: SignInPlace | null },
): { readonly token: string; readonly sessionId: string } {
  const token = randomBytes(32).toString('base64url')
  const sessionId = newId()
  const holder = staff.platformHolderId
  bindHolder(tx, holder)
  const { network = null, browser = null } = place ?? {}
  tx.send(insertSession, [holder, sessionId, staff.id, sha256(token), passkeyId, network, browser])
  audit(tx, {
    platformHolderId: holder,
    actor: { kind: 'staff', id: staff.id, credential: 'session', credentialId: sessionId, network },
    action: 'staffSignedIn',
    requestId,
    subjects: passkeyId === null ? [sessionId] : [sessionId, passkeyId],
  })
  return { token, sessionId }
}

/** Only for somebody who proved that the address is theirs. */
export async function nameAll(tx: Tx, welcome: readonly StaffRow[]): Promise<Organization[]> {
  const organizations: Organization[] = []
  for (const { platformHolderId } of welcome) {
    bindHolder(tx, platformHolderId)
    const [holder] = await tx.rows(findNamedHolder, [platformHolderId])
    if (holder) organizations.push({ platformHolderId, ...holder })
  }
  return organizations
}

/**
 * Ends the sessions of a person at every organization; only those that one passkey opened when there is one. Locks the
 * address, so that two of these do not wait for each other's rows.
 */
export async function endSessionsOfPerson(
  tx: Tx,
  { email, contact, requestId, passkeyId }: Omit<Proved, 'platformHolderId' | 'place'>,
): Promise<void> {
  const [, assignments] = await Promise.all([tx.rows(store.lock, [contact]), tx.rows(findStaffByEmail, [email])])
  for (const { platformHolderId, id } of assignments) {
    bindHolder(tx, platformHolderId)
    const ended = await tx.rows(endSessionsOfMember, [platformHolderId, id, passkeyId])
    if (ended.length === 0) continue
    audit(tx, {
      platformHolderId,
      actor: { kind: 'staff', id },
      action: 'staffSignedOut',
      requestId,
      subjects: ended.map((session) => session.id),
    })
  }
}

/** Ends a browser session at the server; a second time changes nothing. */
export async function endStaffSession(
  { pool, requestId }: Pick<SignIn, 'pool' | 'requestId'>,
  session: { holder: string; id: string; actorId: string },
): Promise<void> {
  await inTransaction(pool, { holder: session.holder }, async (tx) => {
    tx.send(endSession, [session.holder, session.id])
    audit(tx, {
      platformHolderId: session.holder,
      actor: { kind: 'staff', id: session.actorId, credential: 'session', credentialId: session.id },
      action: 'staffSignedOut',
      requestId,
      subjects: [session.id],
    })
  })
}
