import { toServiceReference } from '#/kernel/ids.ts'
import { job, JobId } from '#/kernel/job.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { oneOf, strictObject } from '#/kernel/schema.ts'
import { renderPasskeyChange } from '#/messages/email/render-passkey-change.ts'
import { mayTryAgain, sendInTurn } from '#/ports/delivery.ts'
import { serviceMail } from '#/ports/email.ts'
import { selectAddressOfMember } from '#/slices/access/staff/store.ts'

const Change = strictObject({
  noticeId: JobId,
  platformHolderId: JobId,
  staffMemberId: JobId,
  change: oneOf(['added', 'removed']),
})

/** Tells the owner that a passkey was added or removed: whoever did so may have stolen their session. */
export const mailPasskeyChange = job('mail-passkey-change', Change).handle(
  async ({ pool, services, email }, { noticeId, platformHolderId, staffMemberId, change }) => {
    const [owner] = await inTransaction(pool, { holder: platformHolderId }, (tx) =>
      tx.rows(selectAddressOfMember, [platformHolderId, staffMemberId]),
    )
    if (!owner) return
    const originHost = new URL(services.baseUrl).host
    const mail = renderPasskeyChange({ localePreferences: [owner.locale], change, originHost })
    const outcome = await sendInTurn(email, serviceMail(toServiceReference(noticeId), owner.email, mail), 'platform')
    if (mayTryAgain(outcome)) throw new Error('The mail about a passkey could not be handed over yet')
  },
)
