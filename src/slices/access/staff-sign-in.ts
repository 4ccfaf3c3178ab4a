import { randomBytes } from 'node:crypto'
import { audit } from '#/kernel/audit.ts'
import { bindHolder, inTransaction, type Tx } from '#/kernel/postgres/db.ts'
import { sha256 } from '#/kernel/secrets/derived-keys.ts'
import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import {
  daysPerGuess,
  guessesLeft,
  isRightCode,
  needsLongCode,
  triesPerCode,
} from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { codeHmac, emailKey, foldEmail, isWelcome, type SignIn } from './staff-code.ts'
import {
  countFailedTries,
  endSession,
  findHolderName,
  findStaffByEmail,
  insertSession,
  lockSignIn,
  openSignInCodes,
  useSignInCode,
  type FailedTry,
  type OpenCode,
  type StaffRow,
} from './staff-sign-in-store.ts'

/** What a code was exchanged for. */
export type StaffSignIn =
  /** `token`: 43 base64url characters, stored only as its hash. `emailKey`: the pseudonym of the address. */
  | { readonly outcome: 'signed_in'; readonly token: string; readonly emailKey: Buffer }
  /** The address works for several organizations: the code is still good, for the same call that names one of them. */
  | { readonly outcome: 'choice'; readonly organizations: readonly Organization[] }

export type Organization = { readonly platformHolderId: string; readonly displayName: string }

export type CodeToExchange = {
  readonly email: string
  readonly code: string
  /** Which organization to sign in for; undefined where there is only one. */
  readonly platformHolderId?: string | undefined
}

/**
 * Exchanges a code for a browser session at one organization. Any code of the address that is good will do. Five wrong
 * tries burn one of six digits, and an address bears only so many of those over all its codes; then its codes are long,
 * and those are compared however often. Tries are counted under a lock, so parallel guesses are counted too; those at
 * unknown addresses, which no code was sent to, are looked at and counted the same.
 *
 * @throws AppError SIGN_IN_CODE_INVALID; ASSIGNMENT_INACTIVE for a right code and an organization the address does not
 *   work for now, which leaves the code good
 */
export async function createStaffSession(
  signIn: SignIn,
  { email, code, platformHolderId }: CodeToExchange,
): Promise<StaffSignIn> {
  const { pool, services, requestId } = signIn
  const folded = foldEmail(email)
  const key = emailKey(services.keys, folded)
  const result = await inTransaction(pool, { holder: null }, async (tx) => {
    await tx.rows(lockSignIn, [key])
    const isLong = code.length > 6
    const open = await tx.rows(openSignInCodes, [key, isLong, triesPerCode])
    const compared = isLong ? open : open.slice(0, leftOf(open))
    const right = compared.find(({ id, codeHmac: stored }) => isRightCode(stored, codeHmac(services, id, code)))
    if (right === undefined) {
      if (!isLong && compared.length > 0) await countFailure(tx, signIn, compared)
      return refused
    }
    const welcome = (await tx.rows(findStaffByEmail, [folded])).filter(isWelcome)
    if (welcome.length === 0) return refused
    if (platformHolderId === undefined && welcome.length > 1)
      return { outcome: 'choice' as const, organizations: await nameAll(tx, welcome) }
    const staff =
      platformHolderId === undefined ? welcome[0] : welcome.find((row) => row.platformHolderId === platformHolderId)
    if (!staff) throw new AppError('ASSIGNMENT_INACTIVE')
    await tx.rows(useSignInCode, [key, right.id])
    return { outcome: 'signed_in' as const, token: await openStaffSession(tx, staff, requestId), emailKey: key }
  })
  // Thrown only now, because what was counted stays counted.
  if (result.outcome === 'refused') throw new AppError('SIGN_IN_CODE_INVALID')
  return result
}

const refused = { outcome: 'refused' } as const

function leftOf([newest]: readonly OpenCode[]): number {
  return newest === undefined ? 0 : guessesLeft(newest.now, newest.spentUntil)
}

/**
 * Counts a wrong code. The first of a code, the one that burns it and the one after which the codes of the address are
 * long leave an audit row: more would let strangers fill the trail.
 */
async function countFailure(tx: Tx, { log, requestId }: SignIn, compared: readonly OpenCode[]): Promise<void> {
  const failures = await tx.rows(countFailedTries, [compared.map(({ id }) => id), daysPerGuess])
  const note = (action: string, { id, codeTries, addressTries }: FailedTry) =>
    audit(tx, {
      platformHolderId: null,
      actor: { kind: 'anonymous', id: null },
      action,
      requestId,
      subjects: [id],
      detail: { codeTries, addressTries },
    })
  for (const failure of failures)
    if (failure.codeTries === 1 || failure.codeTries === triesPerCode) note('staffSignInFailed', failure)
  const [failure] = failures
  const [before] = compared
  if (!failure || !before || needsLongCode(before.now, before.spentUntil)) return
  if (!needsLongCode(before.now, failure.spentUntil)) return
  log.warn({ codeId: failure.id, requestId }, 'somebody guesses at an address of staff: its sign-in codes are long now')
  note('staffSignInGuessed', failure)
}

/** Told only to who holds a code that was mailed to the address. */
async function nameAll(tx: Tx, welcome: readonly StaffRow[]): Promise<Organization[]> {
  const organizations: Organization[] = []
  for (const { platformHolderId } of welcome) {
    await bindHolder(tx, platformHolderId)
    const [holder] = await tx.rows(findHolderName, [platformHolderId])
    if (holder) organizations.push({ platformHolderId, displayName: holder.displayName })
  }
  return organizations
}

/**
 * Opens a browser session for somebody who is known. @returns its token, 43 base64url characters, stored only as its hash
 */
export async function openStaffSession(
  tx: Tx,
  staff: Pick<StaffRow, 'platformHolderId' | 'id'>,
  requestId: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const sessionId = newId()
  const holder = staff.platformHolderId
  await bindHolder(tx, holder)
  await tx.rows(insertSession, [holder, sessionId, staff.id, sha256(token)])
  audit(tx, {
    platformHolderId: holder,
    actor: { kind: 'staff', id: staff.id },
    action: 'staffSignedIn',
    requestId,
    subjects: [sessionId],
  })
  return token
}

/** Ends a browser session at the server; a second time changes nothing. */
export async function endStaffSession(
  { pool, requestId }: Pick<SignIn, 'pool' | 'requestId'>,
  session: { holder: string; id: string; actorId: string },
): Promise<void> {
  await inTransaction(pool, { holder: session.holder }, async (tx) => {
    await tx.rows(endSession, [session.holder, session.id])
    audit(tx, {
      platformHolderId: session.holder,
      actor: { kind: 'staff', id: session.actorId },
      action: 'staffSignedOut',
      requestId,
      subjects: [session.id],
    })
  })
}
