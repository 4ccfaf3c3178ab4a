import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { audit } from '#/kernel/audit.ts'
import { AppError } from '#/kernel/errors.ts'
import { inTransaction, runOnce, type Tx } from '#/kernel/postgres/db.ts'
import { emailKey, type SignIn } from '#/slices/access/staff/code.ts'
import { signInAs, type StaffSignIn } from '#/slices/access/staff/session.ts'
import type { SignInPlace } from '#/slices/access/staff/used-browser.ts'
import {
  answeredChallenge,
  authenticationOptions,
  challengeHash,
  checkAuthentication,
  type Checked,
  type SignedCredential,
} from './ceremony.ts'
import { endChallenge, insertChallenge, lockChallenge, lockPasskey, usePasskey } from './store.ts'

/** Begins a sign-in with whichever passkey the person picks. @returns what the browser asks its authenticators for; good for five minutes */
export async function beginPasskeySession({
  pool,
  services,
}: Pick<SignIn, 'pool' | 'services'>): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await authenticationOptions(services.baseUrl)
  await runOnce(pool, insertChallenge, [challengeHash(options.challenge), null])
  return options
}

type Answer = {
  readonly credential: SignedCredential
  /** Which organization to sign in for; undefined where there is only one. */
  readonly platformHolderId?: string | undefined
  readonly place: SignInPlace
}

/**
 * Exchanges what a passkey signed for a browser session at one organization. A challenge works once; an answer that is
 * refused uses it up, one that only leads to a choice does not.
 *
 * @throws AppError SIGN_IN_CODE_INVALID; ASSIGNMENT_INACTIVE for an organization the person does not work for now,
 *   IP_NOT_ALLOWED for one that lets nobody in from there, which leave the challenge good
 */
export async function createPasskeySession(
  signIn: SignIn,
  { credential, platformHolderId, place }: Answer,
): Promise<Exclude<StaffSignIn, { outcome: 'refused' }>> {
  const { pool, services, requestId } = signIn
  const result = await inTransaction(pool, { holder: null }, async (tx) => {
    const checked = await checkPasskey(tx, signIn, credential)
    if (!checked.isGood) return { outcome: 'refused' as const, cause: checked.cause }
    const { passkeyId, email, use, end } = checked.value
    const contact = emailKey(services.keys, email)
    const proved = { email, contact, platformHolderId, requestId, passkeyId, place }
    const signedIn = await signInAs(tx, services.keys, proved)
    if (signedIn.outcome === 'signed_in') use()
    if (signedIn.outcome === 'refused') end()
    return { cause: 'no active assignment', ...signedIn }
  })
  if (result.outcome === 'refused') throw refusedPasskey(result.cause)
  return result
}

/** A passkey whose answer is good. */
export type GoodPasskey = {
  readonly passkeyId: string
  /** Of its owner, folded. */
  readonly email: string
  /** Uses the answer up and counts it as a use of the passkey. */
  readonly use: () => void
  /** Only uses the answer up. */
  readonly end: () => void
}

/** Checks what a passkey signed. An answer that is not good is used up. */
export async function checkPasskey(
  tx: Tx,
  signIn: SignIn,
  credential: SignedCredential,
): Promise<Checked<GoodPasskey>> {
  const challenge = answeredChallenge(credential.clientDataJSON)
  const end = () => tx.send(endChallenge, [challenge])
  const [[open], [passkey]] = await Promise.all([
    tx.rows(lockChallenge, [challenge, null]),
    tx.rows(lockPasskey, [Buffer.from(credential.id, 'base64url')]),
  ])
  if (!open) return { isGood: false, cause: 'no such challenge' }
  if (!passkey) {
    end()
    return { isGood: false, cause: 'no such passkey' }
  }
  const { id: passkeyId, email } = passkey
  const checked = await checkAuthentication(signIn.services, credential, passkey)
  if (!checked.isGood) {
    end()
    noteRefusal(tx, signIn, passkeyId)
    return checked
  }
  const use = () => {
    end()
    tx.send(usePasskey, [passkeyId, checked.value, open.now])
  }
  return { isGood: true, value: { passkeyId, email, use, end } }
}

/** What the caller learns of an answer that is not good: never why. */
export function refusedPasskey(cause: unknown): AppError {
  return new AppError('SIGN_IN_CODE_INVALID', {
    message: 'This passkey is not known here, or its answer came too late. Try again, or ask for a code.',
    cause,
  })
}

/** A known passkey with an answer that does not fit it: a copy, another page, or a faulty device. */
function noteRefusal(tx: Tx, { log, requestId }: SignIn, passkeyId: string): void {
  log.warn({ passkeyId, requestId }, 'what a passkey of staff signed was refused')
  audit(tx, {
    platformHolderId: null,
    actor: { kind: 'anonymous', id: null },
    action: 'staffPasskeyRefused',
    requestId,
    subjects: [passkeyId],
  })
}
