import { Type, type Static } from 'typebox'
import type { JobCtx } from '#/kernel/context.ts'
import { inTransaction, type HolderTx } from '#/kernel/postgres/db.ts'
import { newId, toServiceReference } from '#/kernel/ids.ts'
import { job, JobId } from '#/kernel/job.ts'
import { strictObject } from '#/kernel/schema.ts'
import { renderReplyNotice } from '#/messages/sms/render-service-text.ts'
import { mayTryAgain, sendInTurn, type HandOver } from '#/ports/delivery.ts'
import { serviceMail } from '#/ports/email.ts'
import { findStaffInbox } from '#/slices/access/access.ts'
import { findReplySubject, settleInbound } from './store.ts'

const Reply = strictObject({
  inboundId: JobId,
  platformHolderId: JobId,
  /** The appointment of the holder that it is shown as about. */
  appointmentId: JobId,
  /** 1 when it was a yes or no that may be about another appointment as well. */
  isAmbiguous: Type.Union([Type.Literal(0), Type.Literal(1)]),
  /** Present when it was a no to that appointment as it stands. */
  isDeclined: Type.Optional(Type.Literal(1)),
})

/**
 * Mails the holder's communication inbox (or its first member of staff) a reply that only they can judge, or that says no. It counts as
 * told when the mail has left, so a crash in between means a second mail rather than none. Without staff to tell it is
 * kept as `unread`.
 */
export const tellStaffOfReply = job('tell-staff-of-reply', Reply).handle(async (ctx, reply) => {
  const { pool, log } = ctx
  const { platformHolderId, inboundId } = reply
  const inHolder = <T>(work: (tx: HolderTx) => Promise<T>) => inTransaction(pool, { holder: platformHolderId }, work)
  const [subject, inbox] = await inHolder((tx) => Promise.all([findReplySubject(tx, reply), findStaffInbox(tx)]))
  if (!subject || subject.outcome !== null) return
  const outcome = inbox && (await mail(ctx, reply, subject, inbox))
  if (outcome && mayTryAgain(outcome)) throw new Error('The mail about a reply could not be handed over yet')
  const isTold = outcome !== null && outcome.outcome !== 'refused'
  if (!isTold)
    log.warn({ platformHolderId, inboundId }, 'a reply of a recipient is unread: no mail reaches staff of the holder')
  await inHolder(async (tx) => settleInbound(tx, platformHolderId, inboundId, isTold ? 'told_staff' : 'unread'))
})

function mail(
  { services, email }: JobCtx,
  { platformHolderId, appointmentId, isAmbiguous, isDeclined }: Static<typeof Reply>,
  subject: NonNullable<Awaited<ReturnType<typeof findReplySubject>>>,
  inbox: { readonly email: string; readonly locale: string },
): Promise<HandOver> {
  const notice = renderReplyNotice({
    localePreferences: [inbox.locale, subject.defaultLocale],
    holderDisplayName: subject.displayName,
    startsAt: subject.startsAt,
    timezone: subject.timezone,
    replyText: subject.body,
    saying: isAmbiguous === 1 ? 'ambiguous' : isDeclined === 1 ? 'declined' : 'unclear',
    link: `${services.baseUrl}/appointments/${appointmentId}`,
  })
  return sendInTurn(email, serviceMail(toServiceReference(newId()), inbox.email, notice), {
    platformHolderId,
    isTest: subject.isTest,
    appointmentId,
  })
}
