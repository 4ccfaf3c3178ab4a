import { randomBytes } from 'node:crypto'
import { sha256 } from '#/kernel/secrets/derived-keys.ts'
import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { maskAddress } from '#/slices/reminders/reminders.ts'
import type { Door, SignIn } from './challenge.ts'
import { codeHmac, isRightCode } from './code.ts'
import { findLinkedRecipient, inDatastore, noteInMain, readNow } from './datastore.ts'
import { daysPerGuess, guessesLeft, needsLongCode, triesPerCode } from './guesses.ts'
import { deviceCookie } from './known-device.ts'
import { insertSession, upsertProfile, type ProfileRow } from './session-store.ts'
import { countFailedTry, lockChallenge, useChallenge, type FailedTry } from './store.ts'

/** The profile as the sign-in answers it. */
export type SignedInProfile = {
  readonly profileId: string
  readonly displayName: string | null
  readonly phoneNumberMasked: string
  readonly locale: string | null
  readonly linked: boolean
  readonly recipientId: string | null
}

export type SignedIn = {
  /** 43 base64url characters (32 random bytes), stored only as its SHA-256. */
  readonly token: string
  readonly expiresAt: Temporal.Instant
  readonly profile: SignedInProfile
  /** Set-Cookie value that makes the device known for this number. */
  readonly deviceCookie: string
}

/**
 * Exchanges a code for a session: an access token for the app, a cookie's token for a browser. Wrong, expired, used and
 * unknown are one refusal. Tries are counted under a lock, so parallel guesses are counted too.
 *
 * @throws AppError SIGN_IN_CODE_INVALID
 */
export async function createSession(
  signIn: SignIn,
  { door, challengeId, code, cookie }: { door: Door; challengeId: string; code: string; cookie: string | undefined },
): Promise<SignedIn> {
  const { datastore, services, requestId } = signIn
  const now = await readNow(datastore)
  const token = randomBytes(32).toString('base64url')
  const sessionId = newId()
  const opened = await inDatastore(datastore, async (tx): Promise<Opened | Refused> => {
    const [challenge] = await tx.rows(lockChallenge, [challengeId, door, now])
    if (!challenge?.isOpen) return refused
    const { isLong, spentUntil } = challenge
    if (challenge.failedTries >= triesPerCode || (!isLong && guessesLeft(now, spentUntil) === 0)) return refused
    if (!isRightCode(challenge.codeHmac, codeHmac(services, challengeId, code))) {
      const [failure] = await tx.rows(countFailedTry, [challengeId, now, daysPerGuess])
      const isSpent = !needsLongCode(now, spentUntil) && needsLongCode(now, failure?.spentUntil ?? null)
      return { ...refused, failure: failure ? { ...failure, isSpent } : null }
    }
    const { numberKey, phoneNumberE164: number, locale } = challenge
    const [[profile]] = await Promise.all([
      tx.rows(upsertProfile, [newId(), numberKey, number, locale, now]),
      tx.rows(useChallenge, [challengeId, now]),
    ])
    if (profile?.status !== 'active') return refused
    const kind = door === 'app' ? 'token' : 'browser'
    const [session] = await tx.rows(insertSession, [sessionId, profile.id, kind, sha256(token), now])
    return session ? { profile, expiresAt: session.expiresAt, numberKey } : refused
  })
  if (opened.profile === null) {
    if (opened.failure) await noteFailure(signIn, challengeId, opened.failure)
    throw new AppError('SIGN_IN_CODE_INVALID')
  }
  await noteInMain(datastore, {
    actor: { kind: 'recipient', id: opened.profile.id },
    action: 'createRecipientAuthSession',
    requestId,
    subjects: [sessionId, opened.profile.id],
  })
  const profile = await describeProfile(signIn, opened.profile)
  const device = { header: cookie, baseUrl: services.baseUrl }
  return {
    token,
    expiresAt: opened.expiresAt,
    profile,
    deviceCookie: deviceCookie(services.keys, device, opened.numberKey),
  }
}

type Opened = { readonly profile: ProfileRow; readonly expiresAt: Temporal.Instant; readonly numberKey: Buffer }
type Refused = { readonly profile: null; readonly failure: Failure | null }
const refused: Refused = { profile: null, failure: null }

/** `isSpent`: from this one on the codes of the number are long. */
type Failure = FailedTry & { readonly isSpent: boolean }

/**
 * Leaves a trace of wrong codes: the first of a challenge, the one that burns it and the one after which the codes of the
 * number are long. More would let strangers fill the audit trail.
 */
async function noteFailure(
  { datastore, log, requestId }: SignIn,
  challengeId: string,
  { challengeTries, numberTries, isSpent }: Failure,
): Promise<void> {
  const note = (action: string) =>
    noteInMain(datastore, {
      actor: { kind: 'anonymous', id: null },
      action,
      requestId,
      subjects: [challengeId],
      detail: { challengeTries, numberTries },
    })
  if (challengeTries === 1 || challengeTries === triesPerCode) await note('recipientSignInFailed')
  if (!isSpent) return
  log.warn({ challengeId, requestId }, 'somebody guesses at a number: its sign-in codes are long now')
  await note('signInNumberGuessed')
}

async function describeProfile({ datastore }: SignIn, profile: ProfileRow): Promise<SignedInProfile> {
  const found = await findLinkedRecipient(datastore.main, profile.id)
  const recipient = found.status === 'active' ? found : null
  return {
    profileId: profile.id,
    displayName: recipient?.displayName ?? null,
    phoneNumberMasked: maskAddress('sms', profile.phoneNumberE164),
    locale: recipient?.locale ?? profile.locale,
    linked: recipient !== null,
    recipientId: recipient?.recipientId ?? null,
  }
}
