import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { elapsedMs, type Moment } from '#/kernel/time/elapsed.ts'
import type { HandOver } from '#/ports/delivery.ts'
import { mayCall, type Share } from './dispatching.ts'
import type { Message } from '#/slices/reminders/preparing/message.ts'
import { outcomesOf, type Outcome } from './outcome.ts'
import { isOptedOut, writeOutcomes } from './outcome-store.ts'
import { takeBack, untilRecorded } from './take-back.ts'

/** Outcomes are written together, but none waits longer than this for the others. */
const flushAfterMs = 200

/** What was read is believed for so long: a commit that took longer is undone, and everything is read again (G2). */
const freshForMs = 5_000

/**
 * Hands messages to their provider, all at once, and records the outcomes. Gives the turn of each back when it is over.
 *
 * @param readAt when what they say was read
 */
export async function handOverAll(share: Share, messages: readonly Message[], readAt: Moment): Promise<void> {
  const { dispatching, channel } = share
  const { turns } = dispatching[channel]
  if (elapsedMs(readAt) > freshForMs || !mayCall(share)) {
    turns.giveBack(messages.length, 'unused')
    return takeBack(share, messages)
  }
  // All are called now, so that one clock is that of each.
  const signal = AbortSignal.timeout(dispatching.callTimeoutMs)
  setMaxListeners(0, signal)
  const heard: Outcome[] = []
  const calls = Promise.all(
    messages.map(async (message) => {
      const answer = await handOver(share, message, signal)
      turns.giveBack(1, 'used')
      heard.push(...outcomesOf(message, answer, readAt))
    }),
  )
  for (let isOver = false; !isOver;) {
    isOver = await Promise.race([calls.then(() => true), sleep(flushAfterMs, false, { ref: false })])
    const outcomes = heard.splice(0)
    if (outcomes.length === 0) continue
    // An outcome lost in a crash of the database is looked up like any other; an opt-out must not be lost.
    const commitWithoutWaiting = !outcomes.some(isOptedOut)
    // What the others are told is recorded all the same.
    await untilRecorded(share, outcomes, { commitWithoutWaiting }, (tx) => writeOutcomes(tx, outcomes)).catch(
      dispatching.onFailure,
    )
  }
}

/** One provider call, bounded in time. Never rejects. */
async function handOver(
  { dispatching, claimedAt }: Share,
  { composed, holder, rows }: Message,
  signal: AbortSignal,
): Promise<HandOver> {
  try {
    const outcome =
      composed.channel === 'sms'
        ? await dispatching.sms.send(composed.message, signal)
        : await dispatching.email.send(composed.message, signal)
    if (outcome.outcome === 'accepted') {
      const lagMs = holder.clock.epochMilliseconds - rows[0].dueAt.epochMilliseconds + elapsedMs(claimedAt)
      dispatching.onHandedOver({ lagMs, channel: composed.channel })
    }
    return outcome
  } catch (error) {
    // An adapter that throws has a defect; whether the message left is not known.
    dispatching.log.error({ err: error }, 'provider adapter failed')
    return { outcome: 'unknown', detail: 'adapter failed' }
  }
}
