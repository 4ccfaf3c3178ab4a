import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import { inTransaction } from '#/kernel/db.ts'
import { toReference } from '#/kernel/ids.ts'
import { renderSuggestionApproved } from '#/messages/render-suggestion-approved.ts'
import type { EmailProvider } from '#/ports/email.ts'
import { findStaffInbox } from '#/slices/access/access.ts'
import { claimApproval, releaseApproval } from './store.ts'

/** Writes to a holder that a recipient accepted a proposed time; its payload is ids. */
export const suggestionApprovedJob = 'suggestion_approved'

type Telling = {
  readonly pool: pg.Pool
  readonly services: Services
  readonly email: EmailProvider
  readonly suggestionId: string
  readonly platformHolderId: string
}

/**
 * Mails the holder's communication inbox (or, without one, its first member of staff) that a recipient accepted a
 * proposed time, so that somebody enters it. Claimed first, so that a job that runs twice sends once; given back only when
 * certainly nothing left.
 */
export async function tellOfApproval({
  pool,
  services,
  email,
  suggestionId,
  platformHolderId,
}: Telling): Promise<void> {
  const claimed = await inTransaction(pool, { holder: platformHolderId }, async (tx) => {
    const approval = await claimApproval(tx, platformHolderId, suggestionId)
    return approval && { approval, inbox: await findStaffInbox(tx, platformHolderId) }
  })
  if (!claimed?.inbox) return
  const { approval, inbox } = claimed
  const mail = renderSuggestionApproved({
    localePreference: inbox.locale,
    holderDisplayName: approval.holder_name,
    recipientName: approval.recipient_name,
    startsAt: approval.proposed_starts_at,
    timezone: approval.timezone,
    link: approval.appointment_id === null ? null : `${services.baseUrl}/a/${approval.appointment_id}`,
  })
  const outcome = await email.send(
    {
      reference: toReference(suggestionId),
      to: inbox.email,
      fromName: 'Tijdig',
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      locale: mail.locale,
      unsubscribeUrl: null,
      calendar: null,
    },
    AbortSignal.timeout(20_000),
  )
  const mayTryAgain = outcome.outcome === 'unreachable' || (outcome.outcome === 'refused' && !outcome.permanent)
  if (!mayTryAgain) return
  await inTransaction(pool, { holder: platformHolderId }, (tx) => releaseApproval(tx, platformHolderId, suggestionId))
  throw new Error('The mail about an accepted suggestion could not be handed over yet')
}
