import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { inSpan } from '#/kernel/spans.ts'
import { elapsedMs, now, type Moment } from '#/kernel/time/elapsed.ts'
import type { HandOver } from '#/ports/delivery.ts'
import type { EmailMessage, EmailSender } from '#/ports/email.ts'
import { mayCall, type Claim, type Sending, type Share } from '#/slices/reminders/send/claim/sending.ts'
import { senderOf, type Message } from '#/slices/reminders/send/prepare/message.ts'
import { outcomesOf, type Outcome } from './outcome.ts'
import { isOptedOut, writeOutcomes } from './outcome-store.ts'
import { takeBack, untilRecorded } from './take-back.ts'

/**
 * Outcomes are written together, but none waits longer than this for the others. Nobody can be asked about a mail that
 * was accepted and not recorded, so they wait less.
 */
const flushAfterMs = { sms: 200, email: 20 }

/** How long what was read may be relied on: the record of a slower commit is taken back and everything read again (G2). */
const freshForMs = 5_000

/**
 * Hands messages to their provider, all at once, and records the outcomes. Gives back the turn of each when its call ends.
 *
 * @param readAt when what the messages say was read
 */
export async function handOverAll(share: Share, messages: readonly Message[], readAt: Moment): Promise<void> {
  const { sending, channel } = share
  const { turns } = sending[channel]
  if (elapsedMs(readAt) > freshForMs || !mayCall(share)) {
    turns.giveBack(messages.length, 'unused')
    return takeBack(share, messages)
  }
  // All calls begin now, so they share one time limit.
  const signal = AbortSignal.timeout(sending.callTimeoutMs)
  setMaxListeners(0, signal)
  const heard: Outcome[] = []
  const calls = Promise.all(
    messages.map(async (message) => {
      const begunAt = now()
      const answer = await handOver(sending, message, readAt, signal)
      // What an inbox took is no call to the provider.
      turns.giveBack(1, message.holder.isTest ? 'unused' : 'used')
      noteHandOver(sending, message, answer, { readAt, begunAt })
      heard.push(...outcomesOf(message, answer, readAt))
    }),
  )
  for (let isOver = false; !isOver;) {
    isOver = await Promise.race([calls.then(() => true), sleep(flushAfterMs[channel], false, { ref: false })])
    const outcomes = heard.splice(0)
    if (outcomes.length === 0) continue
    // An outcome lost in a crash of the database is looked up like any unknown one; an opt-out must not be lost.
    const commitWithoutWaiting = !outcomes.some(isOptedOut)
    // A failure here must not keep later outcomes from being recorded.
    await untilRecorded(share, outcomes, { commitWithoutWaiting }, async (tx) => writeOutcomes(tx, outcomes)).catch(
      sending.onFailure,
    )
  }
}

/** One line for each reminder of a message, with ids and durations: nobody's name, number or text. */
function noteHandOver(
  { log, sms, email }: Sending,
  { channel, rows, holder }: Message,
  answer: HandOver,
  { readAt, begunAt }: { readonly readAt: Moment; readonly begunAt: Moment },
): void {
  const [ms, sinceReadMs] = [Math.round(elapsedMs(begunAt)), elapsedMs(readAt)]
  for (const row of rows)
    log.info(
      {
        platformHolderId: row.platformHolderId,
        appointmentId: row.appointmentId,
        reminderId: row.id,
        attemptNo: row.attempts + 1,
        channel,
        provider: (channel === 'sms' ? sms : email).of(senderOf(holder, rows)).name,
        result: answer.outcome,
        ...(answer.outcome === 'refused' ? { reason: answer.reason ?? undefined } : {}),
        ms,
        lateMs: Math.round(holder.clock.epochMilliseconds - row.dueAt.epochMilliseconds + sinceReadMs),
      },
      'handed over',
    )
}

/** One provider call, bounded in time. Never rejects. */
async function handOver(
  sending: Sending,
  { composed, holder, rows }: Message,
  readAt: Moment,
  signal: AbortSignal,
): Promise<HandOver> {
  const sender = senderOf(holder, rows)
  try {
    const outcome = await inSpan(
      'hand over',
      () => ({
        'tijdig.appointment.id': rows.map((row) => row.appointmentId).join(' '),
        'tijdig.reminder.id': rows.map((row) => row.id).join(' '),
        'tijdig.channel': composed.channel,
      }),
      () =>
        composed.channel === 'sms'
          ? sending.sms.of(sender).send(composed.message, signal)
          : sendMail(sending, sending.email.of(sender), composed.message, rows, signal),
    )
    if (outcome.outcome === 'accepted') {
      const lagMs = holder.clock.epochMilliseconds - rows[0].dueAt.epochMilliseconds + elapsedMs(readAt)
      sending.onHandedOver({ lagMs, channel: composed.channel })
    }
    return outcome
  } catch (error) {
    // An adapter that throws has a defect; whether the message left is not known.
    sending.log.error({ err: error }, 'provider adapter failed')
    return { outcome: 'unknown', detail: 'adapter failed' }
  }
}

/** Sends a mail, whose departure is recorded first where its transport tells of it. */
async function sendMail(
  { recordDeparture, onFailure }: Sending,
  email: EmailSender,
  message: EmailMessage,
  rows: readonly Claim[],
  signal: AbortSignal,
): Promise<HandOver> {
  let hasLeft = false
  const answer = await email.send(message, signal, async () => {
    hasLeft = await recordDeparture(rows).catch((error: unknown) => {
      onFailure(error)
      throw error
    })
    if (!hasLeft) throw new Error('another worker has the row')
  })
  if (answer.outcome === 'accepted' && hasLeft !== email.tellsDeparture)
    throw new Error(`the transport ${email.name} tells its departures otherwise than it says`)
  return answer
}
