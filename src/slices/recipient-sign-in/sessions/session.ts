import { randomBytes } from 'node:crypto'
import { sha256 } from '#/kernel/secrets/derived-keys.ts'
import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { maskAddress } from '#/slices/reminders/reminders.ts'
import { checkCode, deviceCookie, type Trace } from '#/slices/sign-in-codes/sign-in-codes.ts'
import { smsCodes, type Door, type SignIn } from '#/slices/recipient-sign-in/codes/challenge.ts'
import { lockNumberOf, openChallenge, store } from '#/slices/recipient-sign-in/codes/store.ts'
import {
  findLinkedRecipient,
  inDatastore,
  noteInMain,
  noteSignIn,
  readNow,
} from '#/slices/recipient-sign-in/datastore.ts'
import { insertSession, upsertProfile, type ProfileRow } from './session-store.ts'

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
    const [, open] = await Promise.all([
      tx.rows(lockNumberOf, [challengeId]),
      tx.rows(openChallenge, [challengeId, door, now]),
    ])
    const checked = await checkCode(tx, smsCodes, { keys: services.keys, now, open, code })
    if (!checked.isRight) return { profile: null, traces: checked.traces }
    const { numberKey, phoneNumberE164: number, locale } = checked.right
    tx.send(store.use, [numberKey, challengeId, now])
    const [profile] = await tx.rows(upsertProfile, [newId(), numberKey, number, locale, now])
    if (profile?.status !== 'active') return refused
    const kind = door === 'app' ? 'token' : 'browser'
    const [session] = await tx.rows(insertSession, [sessionId, profile.id, kind, sha256(token), now])
    return session ? { profile, expiresAt: session.expiresAt, numberKey } : refused
  })
  if (opened.profile === null) {
    for (const trace of opened.traces) await leaveTrace(signIn, trace)
    throw new AppError('SIGN_IN_CODE_INVALID')
  }
  const { id: profileId } = opened.profile
  const event = { action: 'createRecipientAuthSession', requestId, subjects: [sessionId, profileId] }
  const proved = { profileId, numberKey: opened.numberKey }
  await noteSignIn(datastore, { ...event, actor: { kind: 'recipient', id: profileId } }, proved)
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
type Refused = { readonly profile: null; readonly traces: readonly Trace[] }
const refused: Refused = { profile: null, traces: [] }

async function leaveTrace({ datastore, log, requestId }: SignIn, { kind, codeId, detail }: Trace): Promise<void> {
  if (kind === 'guessed')
    log.warn({ challengeId: codeId, requestId }, 'somebody guesses at a number: its sign-in codes are long now')
  await noteInMain(datastore, {
    actor: { kind: 'anonymous', id: null },
    action: kind === 'guessed' ? 'signInNumberGuessed' : 'recipientSignInFailed',
    requestId,
    subjects: [codeId],
    detail,
  })
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
