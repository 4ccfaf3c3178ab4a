import type pg from 'pg'
import { newId, toServiceReference } from '#/kernel/ids.ts'
import { job, JobId } from '#/kernel/job.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { strictObject } from '#/kernel/schema.ts'
import { renderOpenReplies } from '#/messages/email/render-open-replies.ts'
import { mayTryAgain, sendInTurn } from '#/ports/delivery.ts'
import { serviceMail } from '#/ports/email.ts'
import { findStaffInbox } from '#/slices/access/access.ts'
import { mailedAtOnce, selectDailyMail, takeDailyMails } from './daily-mail-store.ts'

/**
 * Mails organizations that want one mail a day how many replies nobody has seen to, each at most once a day.
 *
 * @param pool acts as tijdig_operator
 * @returns whether there may be more
 */
export function tellOfOpenReplies(pool: pg.Pool): Promise<boolean> {
  return inTransaction(pool, { holder: null }, async (tx) => {
    const holders = await tx.rows(takeDailyMails)
    for (const { platformHolderId } of holders) mailOpenReplies.add(tx, { noticeId: newId(), platformHolderId })
    return holders.length === mailedAtOnce
  })
}

const Notice = strictObject({ noticeId: JobId, platformHolderId: JobId })

/** Sends that mail, unless all have been seen to meanwhile or nobody reads it. */
export const mailOpenReplies = job('mail-open-replies', Notice).handle(
  async ({ pool, services, email, log }, { noticeId, platformHolderId }) => {
    const [[mail], inbox] = await inTransaction(pool, { holder: platformHolderId }, (tx) =>
      Promise.all([tx.rows(selectDailyMail, [platformHolderId]), findStaffInbox(tx)]),
    )
    if (!mail || mail.replies === 0) return
    if (!inbox) {
      log.warn({ platformHolderId }, 'replies of recipients are unread: no mail reaches staff of the holder')
      return
    }
    const notice = renderOpenReplies({
      localePreferences: [inbox.locale, mail.defaultLocale],
      holderDisplayName: mail.displayName,
      replies: mail.replies,
      link: `${services.baseUrl}/replies`,
    })
    const outcome = await sendInTurn(email, serviceMail(toServiceReference(noticeId), inbox.email, notice), {
      platformHolderId,
      isTest: mail.isTest,
      appointmentId: null,
    })
    if (mayTryAgain(outcome)) throw new Error('The mail about open replies could not be handed over yet')
  },
)
