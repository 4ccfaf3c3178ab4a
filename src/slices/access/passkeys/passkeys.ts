import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { audit } from '#/kernel/audit.ts'
import { AppError } from '#/kernel/errors.ts'
import { isId, newId } from '#/kernel/ids.ts'
import { inTransaction, type Tx } from '#/kernel/postgres/db.ts'
import type { StaffSession } from '#/slices/access/staff/browser.ts'
import { emailKey, type SignIn } from '#/slices/access/staff/code.ts'
import { ownEmail, requireFreshProof } from '#/slices/access/staff/proof.ts'
import { endSessionsOfPerson } from '#/slices/access/staff/session.ts'
import { store as codes } from '#/slices/access/staff/store.ts'
import {
  answeredChallenge,
  challengeHash,
  checkRegistration,
  registrationOptions,
  type NewCredential,
} from './ceremony.ts'
import { mailPasskeyChange } from './mail-passkey-change.ts'
import {
  deleteOwnPasskey,
  endChallenge,
  insertChallenge,
  insertPasskey,
  lockChallenge,
  selectOwnPasskeys,
  type ListedPasskey,
} from './store.ts'

/** More than a person has devices and keys. */
const passkeysPerPerson = 20

/** A member of staff who is signed in, and the request they make. */
export type Own = Pick<SignIn, 'pool' | 'services' | 'requestId'> & { readonly session: StaffSession }

/**
 * Begins to add a passkey.
 *
 * @returns what the browser asks its authenticator for; good for five minutes, in this session
 * @throws AppError FRESH_PROOF_REQUIRED: a session that was stolen must not become a passkey
 */
export async function beginPasskey({ pool, services, session }: Own): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return inTransaction(pool, { holder: session.holder }, async (tx) => {
    const [email, existing] = await Promise.all([
      ownEmail(tx, session),
      listIn(tx, session),
      requireFreshProof(tx, session.id),
    ])
    const options = await registrationOptions(services, {
      email,
      existing: existing.map(({ credentialId }) => credentialId),
    })
    tx.send(insertChallenge, [challengeHash(options.challenge), session.id])
    return options
  })
}

/**
 * Adds the passkey an authenticator made, and mails its owner. Its challenge is used up, whatever comes of it but
 * FRESH_PROOF_REQUIRED.
 *
 * @returns its id
 * @throws AppError VALIDATION_FAILED when it cannot be trusted or came too late; STATE_CONFLICT when it is known already
 *   or one too many
 */
export async function addPasskey(
  { pool, services, requestId, session }: Own,
  { name, credential }: { readonly name: string; readonly credential: NewCredential },
): Promise<string> {
  const challenge = answeredChallenge(credential.clientDataJSON)
  const checked = await checkRegistration(services.baseUrl, credential)
  const added = await inTransaction(pool, { holder: session.holder }, async (tx) => {
    const [email, [open]] = await Promise.all([
      ownEmail(tx, session),
      tx.rows(lockChallenge, [challenge, session.id]),
      requireFreshProof(tx, session.id),
    ])
    tx.send(endChallenge, [challenge])
    if (!open || !checked.isGood) return null
    // Concurrent additions are counted one after the other.
    await tx.rows(codes.lock, [emailKey(services.keys, email)])
    if ((await listIn(tx, session)).length >= passkeysPerPerson) return 'full'
    const { id: credentialId, publicKey, counter } = checked.value
    const values = [newId(), email, Buffer.from(credentialId, 'base64url'), Buffer.from(publicKey), counter]
    const [row] = await tx.rows(insertPasskey, [...values, name, open.now])
    if (!row) return 'known'
    note(tx, { requestId, session }, 'staffPasskeyAdded', row.id)
    tellOwner(tx, session, 'added')
    return row
  })
  if (added === null)
    throw new AppError('VALIDATION_FAILED', {
      details: [
        {
          path: 'credential',
          code: 'not_allowed',
          message: 'Not made for this page and session, or expired. Try again.',
        },
      ],
      cause: checked.isGood ? undefined : checked.cause,
    })
  if (added === 'full')
    throw new AppError('STATE_CONFLICT', { message: `There are ${passkeysPerPerson} passkeys: remove one first.` })
  if (added === 'known') throw new AppError('STATE_CONFLICT', { message: 'This passkey is registered already.' })
  return added.id
}

/** The passkeys of whoever is signed in, the oldest first. */
export function listPasskeys({ pool, session }: Own): Promise<ListedPasskey[]> {
  return inTransaction(pool, { holder: session.holder }, (tx) => listIn(tx, session))
}

/**
 * Removes a passkey of the caller for good, ends the sessions it opened, at every organization, and mails its owner.
 *
 * @throws AppError NOT_FOUND
 */
export async function removePasskey({ pool, services, requestId, session }: Own, passkeyId: string): Promise<void> {
  if (!isId(passkeyId)) throw new AppError('NOT_FOUND')
  await inTransaction(pool, { holder: session.holder }, async (tx) => {
    const email = await ownEmail(tx, session)
    const contact = emailKey(services.keys, email)
    await tx.rows(codes.lock, [contact])
    // A sign-in with it that is under way ends before, and then its session is ended too.
    const [removed] = await tx.rows(deleteOwnPasskey, [session.holder, session.actorId, passkeyId])
    if (!removed) throw new AppError('NOT_FOUND')
    note(tx, { requestId, session }, 'staffPasskeyRemoved', removed.id)
    tellOwner(tx, session, 'removed')
    await endSessionsOfPerson(tx, { email, contact, requestId, passkeyId })
  })
}

function tellOwner(tx: Tx, { holder, actorId }: Own['session'], change: 'added' | 'removed'): void {
  mailPasskeyChange.add(tx, { noticeId: newId(), platformHolderId: holder, staffMemberId: actorId, change })
}

function listIn(tx: Tx, { holder, actorId }: Own['session']): Promise<ListedPasskey[]> {
  return tx.rows(selectOwnPasskeys, [holder, actorId])
}

function note(tx: Tx, { requestId, session }: Pick<Own, 'requestId' | 'session'>, action: string, id: string): void {
  const actor = { kind: 'staff' as const, id: session.actorId }
  audit(tx, { platformHolderId: session.holder, actor, action, requestId, subjects: [id] })
}
