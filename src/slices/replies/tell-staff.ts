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
import { insertReply, type NewReply } from '#/slices/replies/inbox/reply-store.ts'
import { findReplySubject, settleInbound, type ReplySubject } from './store.ts'

const Reply = strictObject({
  inboundId: JobId,
  platformHolderId: JobId,
  /** The appointment of the holder that it is shown as about. */
  appointmentId: JobId,
  /** 1 when it was a yes or no that may be about another appointment as well. */
  isAmbiguous: Type.Union([Type.Literal(0), Type.Literal(1)]),
  /** Present when it was a no to that appointment as it stands. */
  isDeclined: Type.Optional(Type.Literal(1)),
  /** When it came in, for a holder that does not see the message; in milliseconds since 1970. */
  receivedAtMs: Type.Optional(Type.Integer()),
})

/**
 * Lists a reply that only people can judge, or that says no, for staff, and mails the holder's communication inbox (or its first member of staff), unless the holder
 * wants one mail a day or none. It counts as told when the mail has left, so a crash in between means a second mail
 * rather than none, or when it is listed where no mail is wanted. Without staff to tell it is kept as `unread`.
 */
export const tellStaffOfReply = job('tell-staff-of-reply', Reply).handle(async (ctx, reply) => {
  const { pool, log } = ctx
  const { platformHolderId, inboundId } = reply
  const inHolder = <T>(work: (tx: HolderTx) => Promise<T>) => inTransaction(pool, { holder: platformHolderId }, work)
  const [subject, inbox] = await inHolder(async (tx) => {
    const [found, staffInbox] = await Promise.all([findReplySubject(tx, reply), findStaffInbox(tx)])
    if (found) listForStaff(tx, reply, found)
    return [found, staffInbox] as const
  })
  if (!subject || subject.outcome !== null) return
  if (subject.replyMail !== 'each') {
    await inHolder(async (tx) => settleInbound(tx, platformHolderId, inboundId, 'told_staff'))
    return
  }
  const outcome = inbox && (await mail(ctx, reply, subject, inbox))
  if (outcome && mayTryAgain(outcome)) throw new Error('The mail about a reply could not be handed over yet')
  const isTold = outcome !== null && outcome.outcome !== 'refused'
  if (!isTold)
    log.warn({ platformHolderId, inboundId }, 'a reply of a recipient is unread: no mail reaches staff of the holder')
  await inHolder(async (tx) => settleInbound(tx, platformHolderId, inboundId, isTold ? 'told_staff' : 'unread'))
})

type Told = Static<typeof Reply>

function listForStaff(tx: HolderTx, reply: Told, subject: ReplySubject): void {
  const { inboundId, appointmentId, receivedAtMs } = reply
  // A number that was corrected since leaves nothing by which this holder would know the sender.
  if (subject.senderKey === null) return
  const told = receivedAtMs === undefined ? subject.now : Temporal.Instant.fromEpochMilliseconds(receivedAtMs)
  const receivedAt = subject.receivedAt ?? told
  insertReply(tx, {
    inboundId,
    appointmentId,
    senderKey: subject.senderKey,
    receivedAt,
    reason: reasonOf(reply, subject),
  })
}

function reasonOf({ isAmbiguous, isDeclined }: Told, { meaning, isPast }: ReplySubject): NewReply['reason'] {
  if (meaning === 'start') return 'start_incomplete'
  if (isPast && (meaning === 'confirm' || meaning === 'declined')) return 'about_past'
  if (isAmbiguous === 1) return 'ambiguous'
  return isDeclined === 1 ? 'declined' : 'not_understood'
}

function mail(
  { services, email }: JobCtx,
  { platformHolderId, appointmentId, isAmbiguous, isDeclined }: Told,
  subject: ReplySubject,
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
