import { newId, toServiceReference } from '#/kernel/ids.ts'
import { job, JobId } from '#/kernel/job.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { strictObject } from '#/kernel/schema.ts'
import { renderWebhookProblem } from '#/messages/email/render-webhook-problem.ts'
import { mayTryAgain, sendInTurn } from '#/ports/delivery.ts'
import { serviceMail } from '#/ports/email.ts'
import { findIntegrator } from '#/slices/access/access.ts'
import { getHolderContext } from '#/slices/holders/holders.ts'
import { selectProblem } from './problem-store.ts'

const Notice = strictObject({ platformHolderId: JobId, endpointId: JobId, staffMemberId: JobId })

/** Tells one of staff that an endpoint keeps failing, or is disabled; of a problem that is solved by then nothing is mailed. */
export const mailWebhookProblem = job('mail-webhook-problem', Notice).handle(async (ctx, notice) => {
  const { pool, services, email } = ctx
  const { platformHolderId, endpointId, staffMemberId } = notice
  const due = await inTransaction(pool, { holder: platformHolderId }, async (tx) => {
    const [[row], reader, holder] = await Promise.all([
      tx.rows(selectProblem, [platformHolderId, endpointId]),
      findIntegrator(tx, staffMemberId),
      getHolderContext(tx),
    ])
    return row && reader && { ...row, reader, holder }
  })
  if (!due) return
  const { reader, holder, url, isDisabled } = due
  const message = renderWebhookProblem({
    localePreferences: [reader.locale],
    holderDisplayName: holder.displayName,
    // The whole address may hold a secret.
    host: new URL(url).host,
    isDisabled,
    link: `${services.baseUrl}/setup/webhooks`,
  })
  const outcome = await sendInTurn(email, serviceMail(toServiceReference(newId()), reader.email, message), {
    platformHolderId,
    isTest: holder.isTest,
    appointmentId: null,
  })
  if (mayTryAgain(outcome)) throw new Error('The mail about an endpoint could not be handed over yet')
})
