import { inTransaction, type Tx } from '#/kernel/postgres/db.ts'
import type { JobCtx } from '#/kernel/context.ts'
import { toServiceReference } from '#/kernel/ids.ts'
import { job, JobId } from '#/kernel/job.ts'
import { strictObject } from '#/kernel/schema.ts'
import { renderDeletionEmail, renderDeletionSms } from '#/messages/email/render-deletion-notice.ts'
import { aboutPersonOf, mayTryAgain, sendInTurn, type HandOver } from '#/ports/delivery.ts'
import { serviceMail } from '#/ports/email.ts'
import { noteNotice, selectAsked, type Asked } from './complete-store.ts'
import { describeErasure } from './describe-erasure.ts'
import { erase } from './erase.ts'
import { lockErasures } from './erase-store.ts'
import { appendErasure } from './erasure-journal.ts'

declare module '#/kernel/context.ts' {
  interface JobCtx {
    /** The file that remembers who was erased. */
    readonly erasureJournal: string
  }
}

/** After so many hours the person is erased even if no provider took the notice. */
const noticeHours = 24

const Target = strictObject({ deletionRequestId: JobId })

/**
 * Completes a deletion that an operator asked for: first the last notice, while there still is somewhere to send it,
 * then the journal, then the erasure, both while nothing can be handed in or linked for the person. Safe to repeat:
 * that the notice was sent is stored before anything else happens.
 *
 * @throws Error when the notice could not be handed over yet; the job is then tried again
 */
export const completeDeletion = job('complete_deletion', Target).handle(async (ctx, { deletionRequestId }) => {
  const { operator, login, services, erasureJournal, privacy } = ctx
  const asked = await inTransaction(operator, { holder: null }, (tx) => findAsked(tx, deletionRequestId))
  if (!asked) return
  // Whoever asked by letter is answered by letter, by the holder that got it.
  if (asked.notice === null && asked.recipientId !== null) await sendNotice(ctx, asked)
  await inTransaction(operator, { holder: null }, async (tx) => {
    await tx.rows(lockErasures)
    const still = await findAsked(tx, deletionRequestId)
    if (!still) return
    const erasure = await describeErasure(tx, services, still)
    await appendErasure(erasureJournal, erasure)
    await erase(tx, { login, privacy }, erasure)
  })
})

async function findAsked(tx: Tx, requestId: string): Promise<Asked | null> {
  const [row] = await tx.rows(selectAsked, [requestId])
  return row ?? null
}

async function sendNotice({ operator, sms, email, smsSender, log }: JobCtx, asked: Asked): Promise<void> {
  const outcome = await handOver({ sms, email, smsSender }, asked)
  const hours = asked.clock.since(asked.eraseAskedAt).total('hours')
  if (outcome !== null && mayTryAgain(outcome) && hours < noticeHours)
    throw new Error('The last notice could not be handed over yet')
  const notice = outcome?.outcome === 'accepted' || outcome?.outcome === 'unknown' ? 'sent' : 'impossible'
  if (notice === 'impossible') log.warn({ deletionRequestId: asked.id }, 'the last notice could not be sent')
  await inTransaction(operator, { holder: null }, (tx) => tx.rows(noteNotice, [asked.id, notice]))
}

/** @returns null when there is no address to write to */
async function handOver(
  { sms, email, smsSender }: Pick<JobCtx, 'sms' | 'email' | 'smsSender'>,
  asked: Asked,
): Promise<HandOver | null> {
  const reference = toServiceReference(asked.id)
  const sender = aboutPersonOf(asked.testHolder)
  const input = { localePreferences: [asked.locale], message: asked.outcomeMessage }
  if (asked.phoneNumberE164 !== null) {
    const { text } = renderDeletionSms(input)
    const message = { reference, to: asked.phoneNumberE164, from: smsSender, text, validitySeconds: null }
    return sendInTurn(sms, message, sender)
  }
  if (asked.email === null) return null
  return sendInTurn(email, serviceMail(reference, asked.email, renderDeletionEmail(input)), sender)
}
