import { inTransaction } from '#/kernel/postgres/db.ts'
import { toServiceReference } from '#/kernel/ids.ts'
import { job, JobId } from '#/kernel/job.ts'
import { strictObject } from '#/kernel/schema.ts'
import { renderSuggestionApproved } from '#/messages/email/render-suggestion-approved.ts'
import { mayTryAgain, sendInTurn } from '#/ports/delivery.ts'
import { serviceMail } from '#/ports/email.ts'
import { findStaffInbox } from '#/slices/access/access.ts'
import { findUntoldApproval, markTold } from './store.ts'

const Approved = strictObject({ suggestionId: JobId, platformHolderId: JobId })

/**
 * Mails the holder's communication inbox (or, without one, its first member of staff) that a recipient accepted a
 * proposed time, so that somebody enters it. It counts as told when the mail has left, so a crash in between means a
 * second mail rather than none.
 */
export const tellOfApproval = job('suggestion_approved', Approved).handle(
  async ({ pool, services, email }, approved) => {
    const { suggestionId, platformHolderId } = approved
    const due = await inTransaction(pool, { holder: platformHolderId }, async (tx) => {
      const [approval, inbox] = await Promise.all([findUntoldApproval(tx, suggestionId), findStaffInbox(tx)])
      return approval && inbox && { approval, inbox }
    })
    if (!due) return
    const { approval, inbox } = due
    const mail = renderSuggestionApproved({
      localePreference: inbox.locale,
      holderDisplayName: approval.holderName,
      recipientName: approval.recipientName,
      startsAt: approval.proposedStartsAt,
      timezone: approval.timezone,
      link: approval.appointmentId === null ? null : `${services.baseUrl}/appointments/${approval.appointmentId}`,
    })
    const outcome = await sendInTurn(email, serviceMail(toServiceReference(suggestionId), inbox.email, mail), {
      platformHolderId,
      isTest: approval.isTest,
      appointmentId: approval.appointmentId ?? approval.appointmentOfPerson,
    })
    if (mayTryAgain(outcome)) throw new Error('The mail about an accepted suggestion could not be handed over yet')
    await inTransaction(pool, { holder: platformHolderId }, (tx) => markTold(tx, suggestionId))
  },
)
