import { toServiceReference } from '#/kernel/ids.ts'
import { job, JobId } from '#/kernel/job.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { strictObject } from '#/kernel/schema.ts'
import { renderInvitation } from '#/messages/email/render-invitation.ts'
import { mayTryAgain, sendInTurn } from '#/ports/delivery.ts'
import { serviceMail } from '#/ports/email.ts'
import { selectInvited } from './store.ts'

const Invitation = strictObject({ invitationId: JobId, platformHolderId: JobId, staffMemberId: JobId })

/** Tells somebody that they may sign in for a holder, unless they no longer may. */
export const mailInvitation = job('mail-invitation', Invitation).handle(
  async ({ pool, services, email }, { invitationId, platformHolderId, staffMemberId }) => {
    const [invited] = await inTransaction(pool, { holder: platformHolderId }, (tx) =>
      tx.rows(selectInvited, [platformHolderId, staffMemberId]),
    )
    if (!invited) return
    const mail = renderInvitation({
      localePreferences: [invited.locale],
      holderDisplayName: invited.holderName,
      link: `${services.baseUrl}/sign-in`,
    })
    const outcome = await sendInTurn(
      email,
      serviceMail(toServiceReference(invitationId), invited.email, mail),
      'platform',
    )
    if (mayTryAgain(outcome)) throw new Error('The mail of an invitation could not be handed over yet')
  },
)
