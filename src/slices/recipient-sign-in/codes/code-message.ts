import type { Static } from 'typebox'
import { readClock } from '#/kernel/time/clock.ts'
import type { JobCtx } from '#/kernel/context.ts'
import { runOnce } from '#/kernel/postgres/db.ts'
import { toServiceReference } from '#/kernel/ids.ts'
import { job, JobId } from '#/kernel/job.ts'
import { strictObject } from '#/kernel/schema.ts'
import { renderRecipientSignInCode } from '#/messages/sms/render-service-text.ts'
import { mayTryAgain, sendInTurn } from '#/ports/delivery.ts'
import { codeHmac, drawCode } from '#/slices/sign-in-codes/sign-in-codes.ts'
import { inDatastore } from '#/slices/recipient-sign-in/datastore.ts'
import { selectIsContact } from '#/slices/recipient-sign-in/main-store.ts'
import { codeLengthOf, codeMinutes, smsCodes } from './challenge.ts'
import { noteWithheld, spentBudget, type Breaker } from './spending.ts'
import {
  armChallenge,
  claimMessage,
  lockSpending,
  releaseMessage,
  selectSpent,
  settleMessage,
  type WaitingMessage,
} from './store.ts'

const Challenge = strictObject({ challengeId: JobId })
type CodeMessage = JobCtx & Static<typeof Challenge>

/**
 * Sends the code of a challenge, when its number belongs to an active profile or an active contact. The code is made
 * here and kept only as its keyed hash. A message whose fate is unknown is not sent again: two codes only confuse.
 *
 * @throws Error when the provider was certainly not reached, so that the job is tried again
 */
export const textSignInCode = job('text-recipient-sign-in-code', Challenge).handle(async (ctx, { challengeId }) => {
  const { services } = ctx
  const message = { ...ctx, challengeId }
  const datastore = { pool: message.login, environment: services.environment }
  const { now } = await readClock(message.pool)
  const [waiting] = await inDatastore(datastore, (tx) => tx.rows(claimMessage, [challengeId, now]))
  if (!waiting) return
  const settle = (state: string) => runOnce(message.login, settleMessage, [challengeId, state])
  if (!(await isWelcome(message, waiting))) return void (await settle('none'))
  const code = drawCode(codeLengthOf(waiting))
  const armed = await arm(message, waiting, codeHmac(services.keys, smsCodes, challengeId, code), now)
  if (armed === 'ended') return
  if (armed !== 'armed') return void (await settle('none'))
  const { text } = renderRecipientSignInCode({
    localePreferences: [waiting.locale, 'nl'],
    code,
    validMinutes: codeMinutes,
    originHost: new URL(services.baseUrl).hostname,
  })
  const sms = {
    reference: toServiceReference(challengeId),
    to: waiting.phoneNumberE164,
    from: message.smsSender,
    text,
    validitySeconds: codeMinutes * 60,
  }
  // Never to an inbox, whose readers could then sign in as the owner of the number.
  const outcome = await sendInTurn(message.sms, sms, 'platform')
  if (mayTryAgain(outcome)) {
    await runOnce(message.login, releaseMessage, [challengeId])
    throw new Error('The sign-in code could not be handed over yet')
  }
  await settle(outcome.outcome === 'accepted' ? 'sent' : 'failed')
})

/** A profile decides where there is one, else an active contact. */
async function isWelcome({ pool }: CodeMessage, waiting: WaitingMessage): Promise<boolean> {
  const [contact] = await runOnce(pool, selectIsContact, [waiting.numberKey])
  return waiting.profileStatus === null ? contact?.isContact === true : waiting.profileStatus === 'active'
}

/**
 * Writes the code's keyed hash just before its message leaves, when the budgets of messages allow one more.
 *
 * @returns `ended` when the challenge is over, or the budget that is used up
 */
async function arm(
  { challengeId, login, pool, services, signInLimits, log }: CodeMessage,
  { country }: WaitingMessage,
  hmacOfCode: Buffer,
  now: Temporal.Instant,
): Promise<'armed' | 'ended' | Breaker> {
  const armed = await inDatastore({ pool: login, environment: services.environment }, async (tx) => {
    await tx.rows(lockSpending)
    const [spent] = await tx.rows(selectSpent, [country, now])
    if (!spent) throw new Error('The budgets of the sign-in could not be read')
    const { countrySent: sent, countryUsed: used } = spent
    if (sent >= 50 && sent > 2 * used) log.warn({ country, sent, used }, 'many sign-in codes are not used')
    const breaker = spentBudget(signInLimits, spent)
    if (breaker !== null) return breaker
    return (await tx.rows(armChallenge, [challengeId, hmacOfCode, now])).length > 0 ? 'armed' : 'ended'
  })
  if (armed === 'armed' || armed === 'ended') return armed
  log.warn({ challengeId, breaker: armed }, 'a sign-in code is withheld: the messages of this hour are used up')
  await noteWithheld({ pool: login, main: pool, log }, { breaker: armed, country, now, requestId: null })
  return armed
}
