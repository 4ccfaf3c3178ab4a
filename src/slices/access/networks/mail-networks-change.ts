import { isDeepStrictEqual } from 'node:util'
import { newId, toServiceReference } from '#/kernel/ids.ts'
import { job, JobId } from '#/kernel/job.ts'
import { inTransaction, type HolderTx } from '#/kernel/postgres/db.ts'
import { formatInstant, Instant, nullable, oneOf, strictObject } from '#/kernel/schema.ts'
import { renderNetworksChange } from '#/messages/email/render-networks-change.ts'
import { mayTryAgain, sendInTurn } from '#/ports/delivery.ts'
import { serviceMail } from '#/ports/email.ts'
import { listOwners, selectOwnerToTell, type NetworksRow } from './store.ts'

type Lists = Pick<NetworksRow, 'sessionNetworks' | 'keyNetworks'>

/** Who changed the lists: a member of staff, or an operator (null), and when. */
type Change = { readonly changedBy: string | null; readonly changedAt: Temporal.Instant }

/** Has each owner of an organization told that a list of its networks was changed; nobody where both are as before. */
export async function tellOwners(tx: HolderTx, before: Lists, after: Lists, change: Change): Promise<void> {
  const isStaffChanged = !isDeepStrictEqual(before.sessionNetworks, after.sessionNetworks)
  const isKeysChanged = !isDeepStrictEqual(before.keyNetworks, after.keyNetworks)
  if (!isStaffChanged && !isKeysChanged) return
  const told = {
    platformHolderId: tx.platformHolderId,
    lists: isStaffChanged && isKeysChanged ? 'both' : isStaffChanged ? 'staff' : 'keys',
    changedBy: change.changedBy,
    changedAt: formatInstant(change.changedAt),
  } as const
  for (const { id } of await listOwners(tx))
    mailNetworksChange.add(tx, { ...told, noticeId: newId(), staffMemberId: id })
}

const Notice = strictObject({
  noticeId: JobId,
  platformHolderId: JobId,
  /** The owner who is told. */
  staffMemberId: JobId,
  lists: oneOf(['staff', 'keys', 'both']),
  changedBy: nullable(JobId),
  changedAt: Instant,
})

/** Tells an owner that the networks of the organization were changed: whoever did so may keep the others out. */
export const mailNetworksChange = job('mail-networks-change', Notice).handle(
  async ({ pool, email }, { noticeId, platformHolderId, staffMemberId, lists, changedBy, changedAt }) => {
    const [owner] = await inTransaction(pool, { holder: platformHolderId }, (tx) =>
      tx.rows(selectOwnerToTell, [platformHolderId, staffMemberId, changedBy]),
    )
    if (!owner) return
    const mail = renderNetworksChange({
      localePreferences: [owner.locale],
      holderDisplayName: owner.holderName,
      lists: lists === 'both' ? ['staff', 'keys'] : [lists],
      changedAt: Temporal.Instant.from(changedAt),
      timezone: owner.timezone,
      changedBy: owner.changedBy,
    })
    const outcome = await sendInTurn(email, serviceMail(toServiceReference(noticeId), owner.email, mail), 'platform')
    if (mayTryAgain(outcome)) throw new Error('The mail about networks could not be handed over yet')
  },
)
