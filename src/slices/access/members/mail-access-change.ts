import { toServiceReference } from '#/kernel/ids.ts'
import { job, JobId } from '#/kernel/job.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { oneOf, strictObject } from '#/kernel/schema.ts'
import { renderAccessChange } from '#/messages/email/render-access-change.ts'
import { mayTryAgain, sendInTurn } from '#/ports/delivery.ts'
import { serviceMail } from '#/ports/email.ts'
import { selectToTell } from './invitation-store.ts'

const Change = strictObject({
  noticeId: JobId,
  platformHolderId: JobId,
  staffMemberId: JobId,
  change: oneOf(['changed', 'ended']),
})

/** Tells somebody of staff that colleagues changed or ended their access, unless it is otherwise by now. */
export const mailAccessChange = job('mail-access-change', Change).handle(
  async ({ pool, email }, { noticeId, platformHolderId, staffMemberId, change }) => {
    const status = change === 'ended' ? 'inactive' : 'active'
    const [told] = await inTransaction(pool, { holder: platformHolderId }, (tx) =>
      tx.rows(selectToTell, [platformHolderId, staffMemberId, status]),
    )
    if (!told) return
    const mail = renderAccessChange({
      localePreferences: [told.locale],
      holderDisplayName: told.holderName,
      change,
    })
    const outcome = await sendInTurn(email, serviceMail(toServiceReference(noticeId), told.email, mail), 'platform')
    if (mayTryAgain(outcome)) throw new Error('The mail about a change of access could not be handed over yet')
  },
)
