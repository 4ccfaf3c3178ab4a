import { toServiceReference } from '#/kernel/ids.ts'
import { job, JobId } from '#/kernel/job.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { strictObject } from '#/kernel/schema.ts'
import { renderNewBrowser } from '#/messages/email/render-new-browser.ts'
import { mayTryAgain, sendInTurn } from '#/ports/delivery.ts'
import { serviceMail } from '#/ports/email.ts'
import { selectNewSignIn } from './store.ts'

const NewSignIn = strictObject({ noticeId: JobId, platformHolderId: JobId, sessionId: JobId })

/** Tells somebody that they signed in from a browser they never used: it may not have been them. */
export const mailNewBrowser = job('mail-new-browser', NewSignIn).handle(
  async ({ pool, services, email }, { noticeId, platformHolderId, sessionId }) => {
    const [signIn] = await inTransaction(pool, { holder: platformHolderId }, (tx) =>
      tx.rows(selectNewSignIn, [platformHolderId, sessionId]),
    )
    if (!signIn) return
    const mail = renderNewBrowser({
      localePreferences: [signIn.locale],
      originHost: new URL(services.baseUrl).host,
      signedInAt: signIn.createdAt,
      timezone: signIn.timezone,
      browser: signIn.browser,
      network: signIn.network,
    })
    const outcome = await sendInTurn(email, serviceMail(toServiceReference(noticeId), signIn.email, mail), 'platform')
    if (mayTryAgain(outcome)) throw new Error('The mail about a new browser could not be handed over yet')
  },
)
