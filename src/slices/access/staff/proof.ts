import { audit } from '#/kernel/audit.ts'
import { AppError } from '#/kernel/errors.ts'
import { bindHolder, inTransaction, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import type { SignedCredential } from '#/slices/access/passkeys/ceremony.ts'
import { checkPasskey, refusedPasskey } from '#/slices/access/passkeys/passkey-session.ts'
import type { StaffSession } from './browser.ts'
import { emailKey, requestSignInCode, type SignIn } from './code.ts'
import { checkMailedCode, endSessionsOfPerson } from './session.ts'
import { renewProof, selectFreshProof, selectOwnEmail } from './store.ts'

/** A member of staff who is signed in, and the request they make. */
type Own = SignIn & { readonly session: StaffSession }

/**
 * For what a stolen session must not do: its person signed in, or gave a code or passkey again, in the last 15 minutes.
 *
 * @throws AppError FRESH_PROOF_REQUIRED
 */
export async function requireFreshProof(tx: HolderTx, sessionId: string): Promise<void> {
  const [fresh] = await tx.rows(selectFreshProof, [tx.platformHolderId, sessionId])
  if (!fresh) throw new AppError('FRESH_PROOF_REQUIRED')
}

/** Mails a code to whoever is signed in. @returns seconds until the next may be asked for @throws AppError SIGN_IN_THROTTLED */
export async function requestProofCode(
  own: Own,
  asked: { readonly address: string; readonly cookie: string | undefined },
): Promise<number> {
  return requestSignInCode(own, { ...asked, email: await readOwnEmail(own) })
}

/** Renews the proof of a session by a mailed code. @throws AppError SIGN_IN_CODE_INVALID */
export async function proveByCode(own: Own, code: string): Promise<void> {
  const contact = emailKey(own.services.keys, await readOwnEmail(own))
  const isRight = await inTransaction(own.pool, { holder: null }, async (tx) => {
    const use = await checkMailedCode(tx, own, { contact, code })
    if (!use) return false
    use()
    renew(tx, own, [])
    return true
  })
  if (!isRight) throw new AppError('SIGN_IN_CODE_INVALID')
}

/** The same by what a passkey of the same person signed. @throws AppError SIGN_IN_CODE_INVALID */
export async function proveByPasskey(own: Own, credential: SignedCredential): Promise<void> {
  const email = await readOwnEmail(own)
  const refusal = await inTransaction(own.pool, { holder: null }, async (tx) => {
    const checked = await checkPasskey(tx, own, credential)
    if (!checked.isGood) return checked
    const passkey = checked.value
    if (passkey.email !== email) {
      passkey.end()
      return { cause: 'the passkey of somebody else' }
    }
    passkey.use()
    renew(tx, own, [passkey.passkeyId])
    return null
  })
  if (refusal) throw refusedPasskey(refusal.cause)
}

/**
 * Ends all sessions of whoever is signed in, at every organization. This one too: a stolen one may be a copy of it.
 */
export async function signOutEverywhere(own: Own): Promise<void> {
  const { pool, services, requestId } = own
  const email = await readOwnEmail(own)
  const contact = emailKey(services.keys, email)
  await inTransaction(pool, { holder: null }, (tx) =>
    endSessionsOfPerson(tx, { email, contact, requestId, passkeyId: null }),
  )
}

/** The address of whoever is signed in. @throws AppError ASSIGNMENT_INACTIVE */
export async function ownEmail(tx: Tx, { holder, actorId }: StaffSession): Promise<string> {
  const [own] = await tx.rows(selectOwnEmail, [holder, actorId])
  if (!own) throw new AppError('ASSIGNMENT_INACTIVE')
  return own.email
}

/** The same, in a transaction of its own. */
export function readOwnEmail({ pool, session }: Pick<Own, 'pool' | 'session'>): Promise<string> {
  return inTransaction(pool, { holder: session.holder }, (tx) => ownEmail(tx, session))
}

/** @param by the passkey it was proved by; a code has no subject of its own */
function renew(tx: Tx, { requestId, session: { holder, id, actorId } }: Own, by: readonly string[]): void {
  bindHolder(tx, holder)
  tx.send(renewProof, [holder, id])
  const actor = { kind: 'staff' as const, id: actorId }
  audit(tx, { platformHolderId: holder, actor, action: 'staffProved', requestId, subjects: [id, ...by] })
}
