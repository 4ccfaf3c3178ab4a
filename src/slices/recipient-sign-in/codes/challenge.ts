import type { Services } from '#/kernel/context.ts'
import { newId } from '#/kernel/ids.ts'
import type { Log } from '#/kernel/log.ts'
import { contactKey } from '#/slices/reminders/reminders.ts'
import { grantCode, shortDigits, type Channel } from '#/slices/sign-in-codes/sign-in-codes.ts'
import { inDatastore, noteInMain, readNow, type Datastore } from '#/slices/recipient-sign-in/datastore.ts'
import { readSignInNumber } from './sign-in-number.ts'
import { BreakerError, noteWithheld, refuseSpent } from './spending.ts'
import { insertChallenge, selectBudgets, store } from './store.ts'
import type { SignInLimits } from '#/ports/sign-ins.ts'

declare module '#/kernel/context.ts' {
  interface JobCtx {
    readonly signInLimits: SignInLimits
  }
}

/** Minutes a code is good for. */
export const codeMinutes = 5

/** By SMS: each costs money, so strangers share the budget of a number. Five tries at twelve digits are no risk. */
export const smsCodes: Channel = {
  store,
  label: 'recipient ',
  longDigits: 12,
  burnsLongCodes: true,
  strangers: 'asOne',
  wrongTriesPerNetwork: Infinity,
}

/** Digits of a code. */
export function codeLengthOf({ isLong }: { isLong: boolean }): number {
  return isLong ? smsCodes.longDigits : shortDigits
}

/** Where somebody signs in: the app, at the login server, or a browser, at the main origin. */
export type Door = 'app' | 'browser'

export type SignIn = {
  readonly datastore: Datastore
  readonly services: Services
  readonly limits: SignInLimits
  readonly log: Log
  readonly requestId: string
}

export type Challenge = {
  readonly challengeId: string
  readonly expiresAt: Temporal.Instant
  readonly resendAvailableAt: Temporal.Instant
  /** The same for a browser, whose clock may differ. */
  readonly resendAfterSeconds: number
  readonly codeLength: number
}

type Asked = {
  readonly door: Door
  readonly phoneNumber: string
  readonly locale: string | null
  /** Address the request came from, and its Cookie header. */
  readonly address: string
  readonly cookie: string | undefined
}

/**
 * Makes a challenge for a number. Known and unknown numbers are treated the same here: the job that would send the code
 * finds out whether there is anybody to send it to.
 *
 * @throws AppError VALIDATION_FAILED for the form of the number; SIGN_IN_THROTTLED with Retry-After
 */
export async function createChallenge(signIn: SignIn, asked: Asked): Promise<Challenge> {
  const { datastore, services, limits } = signIn
  const number = readSignInNumber(asked.phoneNumber, limits.countries)
  const now = await readNow(datastore)
  const contact = contactKey(services.keys, 'sms', number.phoneNumberE164)
  const challengeId = newId()
  const { waitSeconds, isLong } = await inDatastore(datastore, async (tx) => {
    const [granted, [spent]] = await Promise.all([
      grantCode(tx, smsCodes, services, {
        ...asked,
        now,
        contact,
        lock: Buffer.from(number.block),
        perNetworkPerHour: limits.perAddressPerHour,
      }),
      tx.rows(selectBudgets, [number.block, contact, number.country, now]),
    ])
    if (!spent) throw new Error('The budgets of the sign-in could not be read')
    refuseSpent(limits, { ...spent, isKnownDevice: granted.isKnownDevice })
    tx.send(insertChallenge, [
      challengeId,
      asked.door,
      contact,
      number.phoneNumberE164,
      number.block,
      number.country,
      granted.network,
      asked.locale,
      granted.asker,
      granted.isKnownDevice,
      granted.isLong,
      now,
    ])
    return granted
  }).catch(async (error: unknown) => {
    if (error instanceof BreakerError) {
      const { log, requestId } = signIn
      const { breaker } = error
      await noteWithheld({ ...datastore, log }, { breaker, country: number.country, now, requestId })
    }
    throw error
  })
  await noteInMain(
    datastore,
    {
      actor: { kind: 'anonymous', id: null },
      action: 'createRecipientAuthChallenge',
      requestId: signIn.requestId,
      subjects: [challengeId],
    },
    challengeId,
  )
  return {
    challengeId,
    expiresAt: now.add({ minutes: codeMinutes }),
    resendAvailableAt: now.add({ seconds: waitSeconds }),
    resendAfterSeconds: waitSeconds,
    codeLength: codeLengthOf({ isLong }),
  }
}
