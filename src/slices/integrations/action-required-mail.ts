import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import { inTransaction, statement } from '#/kernel/db.ts'
import { newId, toReference } from '#/kernel/ids.ts'
import { renderIntegrationProblem } from '#/messages/render-integration.ts'
import type { EmailProvider } from '#/ports/email.ts'
import { findStaffInbox } from '#/slices/access/access.ts'
import { getHolderContext } from '#/slices/holders/holders.ts'
import type { Provider } from './integration-id.ts'

type Mail = {
  readonly pool: pg.Pool
  readonly services: Services
  readonly email: EmailProvider
  readonly platformHolderId: string
  readonly integrationId: string
}

/**
 * Tells staff, once, that a connection needs them. Claimed first, so that a job that runs twice writes once; given back
 * only when certainly nothing left. A connection that was mended meanwhile is not written about.
 */
export async function sendActionRequiredMailNow(mail: Mail): Promise<void> {
  const { pool, services, email, platformHolderId, integrationId } = mail
  const claimed = await inTransaction(pool, { holder: platformHolderId }, async (tx) => {
    const [row] = await tx.rows(claimNotice, [platformHolderId, integrationId])
    if (!row) return null
    const inbox = await findStaffInbox(tx, platformHolderId)
    return inbox && { ...row, inbox, holder: await getHolderContext(tx, platformHolderId) }
  })
  if (!claimed) return
  const { inbox, holder, provider } = claimed
  const message = renderIntegrationProblem({
    localePreferences: [inbox.locale, holder.defaultLocale],
    provider,
    holderDisplayName: holder.displayName,
    link: `${services.baseUrl}/setup/integrations`,
  })
  const outcome = await email.send(
    {
      reference: toReference(newId()),
      to: inbox.email,
      fromName: 'Tijdig',
      subject: message.subject,
      text: message.text,
      html: message.html,
      locale: message.locale,
      unsubscribeUrl: null,
      calendar: null,
    },
    AbortSignal.timeout(20_000),
  )
  const mayTryAgain = outcome.outcome === 'unreachable' || (outcome.outcome === 'refused' && !outcome.permanent)
  if (!mayTryAgain) return
  await inTransaction(pool, { holder: platformHolderId }, (tx) =>
    tx.rows(releaseNotice, [platformHolderId, integrationId]),
  )
  throw new Error('The mail about a connection could not be handed over yet')
}

const claimNotice = statement<{ provider: Provider }>(
  'claim_integration_notice',
  `update integration_connection set is_notice_due = false
   where platform_holder_id = $1 and integration_id = $2 and is_notice_due and status = 'action_required' returning provider`,
)

const releaseNotice = statement(
  'release_integration_notice',
  `update integration_connection set is_notice_due = true
   where platform_holder_id = $1 and integration_id = $2 and status = 'action_required'`,
)
