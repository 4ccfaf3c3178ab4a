import { randomBytes } from 'node:crypto'
import { sha256 } from '#/kernel/derived-keys.ts'
import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { maskAddress } from '#/slices/reminders/reminders.ts'
import type { Door, SignIn } from './challenge.ts'
import { codeHmac, isRightCode } from './code.ts'
import { findLinkedRecipient, inDatastore, noteInMain, readNow } from './datastore.ts'
import { insertSession, upsertProfile, type ProfileRow } from './session-store.ts'
import { countFailedTry, forgetFailures, lockChallenge, useChallenge } from './store.ts'
import { failuresInARow, triesPerCode } from './throttle.ts'

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
}

/**
 * Exchanges a code for a session: an access token for the app, a cookie's token for a browser. Wrong, expired, used and
 * unknown are one refusal. Tries are counted under a lock, so parallel guesses are counted too.
 *
 * @throws AppError SIGN_IN_CODE_INVALID
 */
export async function createSession(
  signIn: SignIn,
  { door, challengeId, code }: { door: Door; challengeId: string; code: string },
): Promise<SignedIn> {
  const { datastore, services, requestId } = signIn
  const now = await readNow(datastore)
  const token = randomBytes(32).toString('base64url')
  const sessionId = newId()
  const opened = await inDatastore(datastore, async (tx): Promise<Opened | Refused> => {
    const [challenge] = await tx.rows(lockChallenge, [challengeId, door, now])
    if (!challenge?.is_open) return refused
    if (challenge.failed_tries >= triesPerCode || challenge.number_failures >= failuresInARow) return refused
    if (!isRightCode(challenge.code_hmac, codeHmac(services, challengeId, code))) {
      const [failure] = await tx.rows(countFailedTry, [challengeId, now])
      return { ...refused, failure: failure ?? null }
    }
    const { number_key: numberKey, phone_number_e164: number, locale } = challenge
    const [[profile]] = await Promise.all([
      tx.rows(upsertProfile, [newId(), numberKey, number, locale, now]),
      tx.rows(useChallenge, [challengeId, now]),
      tx.rows(forgetFailures, [numberKey]),
    ])
    if (profile?.status !== 'active') return refused
    const kind = door === 'app' ? 'token' : 'browser'
    const [session] = await tx.rows(insertSession, [sessionId, profile.id, kind, sha256(token), now])
    return session ? { profile, expiresAt: session.expires_at } : refused
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
  return { token, expiresAt: opened.expiresAt, profile }
}

type Opened = { readonly profile: ProfileRow; readonly expiresAt: Temporal.Instant }
type Refused = { readonly profile: null; readonly failure: Failure | null }
const refused: Refused = { profile: null, failure: null }

type Failure = { readonly challenge_tries: number; readonly number_tries: number }

/**
 * Leaves a trace of wrong codes: the first of a challenge, the one that burns it and the one that closes the number. More
 * would let strangers fill the audit trail.
 */
async function noteFailure(
  { datastore, log, requestId }: SignIn,
  challengeId: string,
  { challenge_tries: challengeTries, number_tries: numberTries }: Failure,
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
  if (numberTries !== failuresInARow) return
  log.warn({ challengeId, requestId }, 'a number is closed after too many wrong sign-in codes')
  await note('signInNumberClosed')
}

async function describeProfile({ datastore }: SignIn, profile: ProfileRow): Promise<SignedInProfile> {
  const found = await findLinkedRecipient(datastore.main, profile.id)
  const recipient = found.status === 'active' ? found : null
  return {
    profileId: profile.id,
    displayName: recipient?.display_name ?? null,
    phoneNumberMasked: maskAddress('sms', profile.phone_number_e164),
    locale: recipient?.locale ?? profile.locale,
    linked: recipient !== null,
    recipientId: recipient?.recipient_id ?? null,
  }
}
