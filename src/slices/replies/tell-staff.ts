import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import { inTransaction, type Tx } from '#/kernel/postgres/db.ts'
import { newId, toServiceReference } from '#/kernel/ids.ts'
import type { Log } from '#/kernel/log.ts'
import { renderUnclearReplyNotice } from '#/messages/sms/render-service-text.ts'
import { mayTryAgain, sendInTurn, type HandOver } from '#/ports/delivery.ts'
import { serviceMail, type EmailProvider } from '#/ports/email.ts'
import { findStaffInbox } from '#/slices/access/access.ts'
import { findReplySubject, settleInbound } from './store.ts'

/** Shows a reply to staff of a holder, as about one of its appointments; its payload is ids. */
export const tellStaffOfReplyJob = 'tell-staff-of-reply'

type Telling = {
  readonly pool: pg.Pool
  readonly services: Services
  readonly email: EmailProvider
  readonly log: Log
  readonly platformHolderId: string
  readonly appointmentId: string
  readonly inboundId: string
  /** Whether it was a yes that may be about another appointment as well. */
  readonly isAmbiguous: boolean
}

/**
 * Mails the holder's communication inbox (or its first member of staff) a reply that nobody but they can judge. It counts as
 * told when the mail has left, so whoever dies in between may write twice rather than never. Without staff to tell it is kept
 * as `unread`.
 */
export async function tellStaffOfReply(telling: Telling): Promise<void> {
  const { pool, log, platformHolderId, inboundId } = telling
  const inHolder = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(pool, { holder: platformHolderId }, work)
  const [subject, inbox] = await inHolder((tx) =>
    Promise.all([findReplySubject(tx, telling), findStaffInbox(tx, platformHolderId)]),
  )
  if (!subject || subject.outcome !== null) return
  const outcome = inbox && (await mail(telling, subject, inbox))
  if (outcome && mayTryAgain(outcome)) throw new Error('The mail about a reply could not be handed over yet')
  const isTold = outcome !== null && outcome.outcome !== 'refused'
  if (!isTold)
    log.warn({ platformHolderId, inboundId }, 'a reply of a recipient is unread: no mail reaches staff of the holder')
  await inHolder(async (tx) => settleInbound(tx, platformHolderId, inboundId, isTold ? 'told_staff' : 'unread'))
}

function mail(
  { services, email, appointmentId, isAmbiguous }: Telling,
  subject: NonNullable<Awaited<ReturnType<typeof findReplySubject>>>,
  inbox: { readonly email: string; readonly locale: string },
): Promise<HandOver> {
  const notice = renderUnclearReplyNotice({
    localePreferences: [inbox.locale, subject.defaultLocale],
    holderDisplayName: subject.displayName,
    startsAt: subject.startsAt,
    timezone: subject.timezone,
    replyText: subject.body,
    isAmbiguous,
    link: `${services.baseUrl}/a/${appointmentId}`,
  })
  return sendInTurn(email, serviceMail(toServiceReference(newId()), inbox.email, notice))
}
