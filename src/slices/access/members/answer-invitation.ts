import { audit } from '#/kernel/audit.ts'
import { AppError } from '#/kernel/errors.ts'
import { bindHolder, inTransaction, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import { sha256 } from '#/kernel/secrets/derived-keys.ts'
import { emailKey, type SignIn } from '#/slices/access/staff/code.ts'
import { signInTo, type StaffSignIn } from '#/slices/access/staff/session.ts'
import type { SignInPlace } from '#/slices/access/staff/used-browser.ts'
import { acceptInvitation, findInvitation, selectOpenInvitation, type OpenInvitation } from './invitation-store.ts'
import { lockStaffOf } from './member-store.ts'

/**
 * What somebody is invited to. Reading it uses nothing up, so that a mail scanner which opens the link takes it from nobody.
 *
 * @throws AppError NOT_FOUND for a link that was used, withdrawn or replaced, or is older than three days
 */
export function readInvitation({ pool }: Pick<SignIn, 'pool'>, token: string): Promise<OpenInvitation> {
  return inTransaction(pool, { holder: null }, async (tx) => (await find(tx, token)).invitation)
}

/**
 * Answers an invitation: its person is one of the staff from now on and signed in, whoever else the browser was signed in
 * as. The link came by mail, so it proves as much as a code.
 *
 * @throws AppError as `readInvitation` does; of two answers at once one
 */
export function signInByInvitation(
  { pool, services, requestId }: SignIn,
  token: string,
  place: SignInPlace,
): Promise<StaffSignIn & { readonly outcome: 'signed_in' }> {
  return inTransaction(pool, { holder: null }, async (tx) => {
    const { tx: bound, invitation } = await find(tx, token, lockStaffOf)
    const { id, memberId, email } = invitation
    const { platformHolderId } = bound
    acceptInvitation(bound, memberId)
    audit(bound, {
      platformHolderId,
      actor: { kind: 'staff', id: memberId },
      action: 'staffInvitationAccepted',
      requestId,
      subjects: [memberId, id],
    })
    const contact = emailKey(services.keys, email)
    return signInTo(
      bound,
      services.keys,
      { platformHolderId, id: memberId },
      { email, contact, place, requestId, passkeyId: null },
    )
  })
}

async function find(
  unbound: Tx,
  token: string,
  lock: (tx: HolderTx) => void = () => undefined,
): Promise<{ tx: HolderTx; invitation: OpenInvitation }> {
  const [found] = await unbound.rows(findInvitation, [sha256(token)])
  if (!found) throw new AppError('NOT_FOUND')
  const tx = bindHolder(unbound, found.platformHolderId)
  lock(tx)
  const [invitation] = await tx.rows(selectOpenInvitation, [tx.platformHolderId, found.id])
  if (!invitation) throw new AppError('NOT_FOUND')
  return { tx, invitation }
}
