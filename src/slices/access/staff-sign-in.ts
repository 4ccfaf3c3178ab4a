import { randomBytes, randomInt } from 'node:crypto'
import type pg from 'pg'
import { audit } from '#/kernel/audit.ts'
import type { Services } from '#/kernel/context.ts'
import { bindHolder, inTransaction, type Tx } from '#/kernel/db.ts'
import { hmac, isSame, sha256 } from '#/kernel/derived-keys.ts'
import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { enqueueJob } from '#/kernel/job.ts'
import {
  countFailedTry,
  endSession,
  endSignInCodes,
  findHolderName,
  findStaffByEmail,
  insertSession,
  insertSignInCode,
  lockSignIn,
  openSignInCode,
  recentSignInCodes,
  useSignInCode,
  type SignInCodeRow,
  type StaffRow,
} from './store.ts'

/** Seconds to wait after the first, second, third and every later code. */
const waitsSeconds = [60, 120, 300, 600]
const codesPerDay = 10
const triesPerCode = 5

/** Minutes a code is good for, and its name as a job. */
export const signInCodeMinutes = 10
export const signInMailJob = 'mail-staff-sign-in-code'

type SignIn = { readonly pool: pg.Pool; readonly services: Services; readonly requestId: string }

/**
 * Asks for a code by mail. Known and unknown addresses get the same answer in the same time; only a known one gets
 * mail. The code itself is made when the mail is written, so no queue holds it.
 *
 * @returns seconds until the next code may be asked for
 * @throws AppError SIGN_IN_THROTTLED
 */
export async function requestSignInCode({ pool, services, requestId }: SignIn, email: string): Promise<number> {
  const folded = email.trim().toLowerCase()
  const emailKey = hmac(services.keys.contact, `staff ${folded}`)
  return inTransaction(pool, { holder: null }, async (tx) => {
    await tx.rows(lockSignIn, [emailKey])
    const recent = await tx.rows(recentSignInCodes, [emailKey])
    const waitSeconds = secondsToWait(recent)
    if (waitSeconds > 0) throw new AppError('SIGN_IN_THROTTLED', { headers: { 'retry-after': String(waitSeconds) } })
    const isKnown = (await tx.rows(findStaffByEmail, [folded])).some(isWelcome)
    const id = newId()
    await tx.rows(endSignInCodes, [emailKey])
    await tx.rows(insertSignInCode, [id, emailKey, isKnown ? folded : null])
    // The job is added for unknown addresses too, and then finds nothing to send: the same work either way.
    enqueueJob(tx, { task: signInMailJob, payload: { codeId: id } })
    audit(tx, {
      platformHolderId: null,
      actor: { kind: 'anonymous', id: null },
      action: 'staffSignInCodeRequested',
      requestId,
      subjects: [id],
    })
    return waitAfter(recent.length + 1)
  })
}

/** Makes the code of a request and says where its mail goes; null when there is nothing to send. */
export async function openCode(
  tx: Tx,
  services: Services,
  codeId: string,
): Promise<{ code: string; email: string; locale: string } | null> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const [row] = await tx.rows(openSignInCode, [codeId, codeHmac(services, codeId, code)])
  return row ? { code, email: row.email, locale: row.locale } : null
}

/** What a code was exchanged for. */
export type StaffSignIn =
  /** `token`: 43 base64url characters, stored only as its hash. */
  | { readonly outcome: 'signed_in'; readonly token: string }
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
 * Exchanges a code for a browser session at one organization. The newest code of an address is the only one that counts;
 * five wrong tries burn it, and tries are counted under a lock, so parallel guesses are counted too.
 *
 * @throws AppError SIGN_IN_CODE_INVALID; ASSIGNMENT_INACTIVE for a right code and an organization the address does not
 *   work for now, which leaves the code good
 */
export async function createStaffSession(
  { pool, services, requestId }: SignIn,
  { email, code, platformHolderId }: CodeToExchange,
): Promise<StaffSignIn> {
  const folded = email.trim().toLowerCase()
  const emailKey = hmac(services.keys.contact, `staff ${folded}`)
  const result = await inTransaction(pool, { holder: null }, async (tx) => {
    await tx.rows(lockSignIn, [emailKey])
    const [latest] = await tx.rows(recentSignInCodes, [emailKey])
    if (!latest?.is_open || latest.code_hmac === null || latest.failed_tries >= triesPerCode) return refused
    if (!isSame(latest.code_hmac, codeHmac(services, latest.id, code))) {
      await tx.rows(countFailedTry, [latest.id])
      noteFailedTry(tx, requestId, latest.id)
      return refused
    }
    const welcome = (await tx.rows(findStaffByEmail, [folded])).filter(isWelcome)
    if (welcome.length === 0) return refused
    if (platformHolderId === undefined && welcome.length > 1)
      return { outcome: 'choice' as const, organizations: await nameAll(tx, welcome) }
    const staff =
      platformHolderId === undefined ? welcome[0] : welcome.find((row) => row.platform_holder_id === platformHolderId)
    if (!staff) throw new AppError('ASSIGNMENT_INACTIVE')
    await tx.rows(useSignInCode, [latest.id])
    return { outcome: 'signed_in' as const, token: await openSession(tx, staff, requestId) }
  })
  // Thrown only now, because what was counted stays counted.
  if (result.outcome === 'refused') throw new AppError('SIGN_IN_CODE_INVALID')
  return result
}

const refused = { outcome: 'refused' } as const

/** One row for each try that counts: at most five for a code, so guessing cannot fill the trail. */
function noteFailedTry(tx: Tx, requestId: string, codeId: string): void {
  audit(tx, {
    platformHolderId: null,
    actor: { kind: 'anonymous', id: null },
    action: 'staffSignInFailed',
    requestId,
    subjects: [codeId],
  })
}

/** Told only to who holds a code that was mailed to the address. */
async function nameAll(tx: Tx, welcome: readonly StaffRow[]): Promise<Organization[]> {
  const organizations: Organization[] = []
  for (const { platform_holder_id: platformHolderId } of welcome) {
    await bindHolder(tx, platformHolderId)
    const [holder] = await tx.rows(findHolderName, [platformHolderId])
    if (holder) organizations.push({ platformHolderId, displayName: holder.display_name })
  }
  return organizations
}

async function openSession(tx: Tx, staff: StaffRow, requestId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const sessionId = newId()
  const holder = staff.platform_holder_id
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
  { pool, requestId }: SignIn,
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

function isWelcome(staff: { status: string; holder_status: string }): boolean {
  return staff.status === 'active' && (staff.holder_status === 'active' || staff.holder_status === 'draft')
}

function secondsToWait(recent: readonly SignInCodeRow[]): number {
  const [latest] = recent
  if (!latest) return 0
  const seconds = (from: Temporal.Instant) => (latest.clock.epochMilliseconds - from.epochMilliseconds) / 1_000
  const waits = [waitAfter(recent.length) - seconds(latest.created_at)]
  const oldest = recent[codesPerDay - 1]
  if (oldest) waits.push(86_400 - seconds(oldest.created_at))
  return Math.max(0, Math.ceil(Math.max(...waits)))
}

function waitAfter(codes: number): number {
  return waitsSeconds[Math.min(codes, waitsSeconds.length) - 1] ?? 0
}

function codeHmac(services: Services, codeId: string, code: string): Buffer {
  return hmac(services.keys.signInCode, `${codeId} ${code}`)
}
