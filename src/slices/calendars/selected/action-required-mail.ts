import { inTransaction } from '#/kernel/postgres/db.ts'
import { newId, toServiceReference } from '#/kernel/ids.ts'
import { job, JobId } from '#/kernel/job.ts'
import { strictObject } from '#/kernel/schema.ts'
import { renderIntegrationProblem } from '#/messages/email/render-integration.ts'
import { mayTryAgain, sendInTurn } from '#/ports/delivery.ts'
import { serviceMail } from '#/ports/email.ts'
import { findStaffInbox } from '#/slices/access/access.ts'
import { getHolderContext } from '#/slices/holders/holders.ts'
import { endNotice, selectNotice } from './outcome-store.ts'

const Connection = strictObject({ platformHolderId: JobId, integrationId: JobId })

/**
 * Tells staff, once, that a connection or one of its calendars needs them. It counts as told when the mail has left, so
 * a crash in between means a second mail rather than none. A problem that is solved by then is not mailed.
 */
export const mailActionRequired = job('mail-integration-action-required', Connection).handle(
  async (ctx, connection) => {
    const { pool, services, email } = ctx
    const { platformHolderId, integrationId } = connection
    const due = await inTransaction(pool, { holder: platformHolderId }, async (tx) => {
      const [[row], inbox, holder] = await Promise.all([
        tx.rows(selectNotice, [platformHolderId, integrationId]),
        findStaffInbox(tx),
        getHolderContext(tx),
      ])
      return row && inbox && { ...row, inbox, holder }
    })
    if (!due) return
    const { inbox, holder, provider, version } = due
    const refused = due.status === 'connected' ? due.calendars.find(({ problem = null }) => problem !== null) : null
    if (refused === undefined) return
    const message = renderIntegrationProblem({
      localePreferences: [inbox.locale, holder.defaultLocale],
      provider,
      holderDisplayName: holder.displayName,
      calendarName: refused?.name ?? null,
      link: `${services.baseUrl}/setup/integrations`,
    })
    const outcome = await sendInTurn(email, serviceMail(toServiceReference(newId()), inbox.email, message), {
      platformHolderId,
      isTest: holder.isTest,
      appointmentId: null,
    })
    if (mayTryAgain(outcome)) throw new Error('The mail about a connection could not be handed over yet')
    await inTransaction(pool, { holder: platformHolderId }, (tx) =>
      tx.rows(endNotice, [platformHolderId, integrationId, version]),
    )
  },
)
