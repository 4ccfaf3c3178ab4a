import type pg from 'pg'
import { readClock } from '#/kernel/clock.ts'
import type { Services } from '#/kernel/context.ts'
import { runOnce } from '#/kernel/db.ts'
import { toServiceReference } from '#/kernel/ids.ts'
import type { Log } from '#/kernel/log.ts'
import { renderRecipientSignInCode } from '#/messages/render-service-text.ts'
import { mayTryAgain } from '#/ports/delivery.ts'
import type { SmsProvider } from '#/ports/sms.ts'
import { codeHmac, drawCode } from './code.ts'
import { codeMinutes } from './challenge.ts'
import { inDatastore } from './datastore.ts'
import { selectIsContact } from './main-store.ts'
import { failuresPerNumber } from './session.ts'
import { armChallenge, claimMessage, releaseMessage, settleMessage, type WaitingMessage } from './store.ts'

/** Name of the job, which the migration knows too. */
export const codeMessageJob = 'text-recipient-sign-in-code'

export type CodeMessage = {
  readonly challengeId: string
  /** Acts as tijdig_worker. */
  readonly pool: pg.Pool
  /** The datastore of the sign-in, as tijdig_login. */
  readonly login: pg.Pool
  readonly services: Services
  readonly sms: SmsProvider
  /** Number the code comes from. */
  readonly sender: string
  readonly messagesPerCountryPerHour: number
  readonly log: Log
}

/**
 * Sends the code of a challenge, when its number belongs to an active profile or an active contact. The code is made
 * here and kept only as its keyed hash. A message whose fate is unknown is not sent again: two codes only confuse.
 *
 * @throws Error when the provider was certainly not reached, so that the job is tried again
 */
export async function sendCode(message: CodeMessage): Promise<void> {
  const { challengeId, services, sms } = message
  const datastore = { pool: message.login, environment: services.environment }
  const { now } = await readClock(message.pool)
  const [waiting] = await inDatastore(datastore, (tx) => tx.rows(claimMessage, [challengeId, now]))
  if (!waiting) return
  const settle = (state: string) => runOnce(message.login, settleMessage, [challengeId, state])
  if (!(await isWelcome(message, waiting))) return void (await settle('none'))
  const code = drawCode()
  const [armed] = await runOnce(message.login, armChallenge, [challengeId, codeHmac(services, challengeId, code), now])
  if (!armed) return
  const { text } = renderRecipientSignInCode({
    localePreferences: [waiting.locale, 'nl'],
    code,
    validMinutes: codeMinutes,
    originHost: new URL(services.baseUrl).hostname,
  })
  const outcome = await sms.send(
    {
      reference: toServiceReference(challengeId),
      to: waiting.phone_number_e164,
      from: message.sender,
      text,
      validitySeconds: codeMinutes * 60,
    },
    AbortSignal.timeout(20_000),
  )
  if (mayTryAgain(outcome)) {
    await runOnce(message.login, releaseMessage, [challengeId])
    throw new Error('The sign-in code could not be handed over yet')
  }
  await settle(outcome.outcome === 'accepted' ? 'sent' : 'failed')
}

async function isWelcome(message: CodeMessage, waiting: WaitingMessage): Promise<boolean> {
  const { log, messagesPerCountryPerHour } = message
  const { country, country_sent: sent, country_used: used } = waiting
  if (sent >= 50 && sent > 2 * used) log.warn({ country, sent, used }, 'many sign-in codes are not used')
  const [contact] = await runOnce(message.pool, selectIsContact, [waiting.number_key])
  return (
    sent < messagesPerCountryPerHour &&
    waiting.number_failures < failuresPerNumber &&
    (waiting.profile_status === null ? contact?.is_contact === true : waiting.profile_status === 'active')
  )
}
