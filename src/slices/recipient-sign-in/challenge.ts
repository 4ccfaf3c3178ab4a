import type { Services } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import type { Log } from '#/kernel/log.ts'
import type { Tx } from '#/kernel/postgres/db.ts'
import { contactKey } from '#/slices/reminders/reminders.ts'
import { inDatastore, noteInMain, readNow, type Datastore } from './datastore.ts'
import { needsLongCode } from './guesses.ts'
import { knownDevice } from './known-device.ts'
import { networkKey } from './network-key.ts'
import { readSignInNumber } from './sign-in-number.ts'
import {
  endOwnChallenges,
  insertChallenge,
  lockKey,
  recentChallenges,
  selectBudgets,
  selectSpentGuesses,
} from './store.ts'
import {
  nextWaitSeconds,
  numbersPerBlockPerHour,
  refuseFor,
  secondsToWait,
  spentBudget,
  type Breaker,
} from './throttle.ts'
import { noteWithheld } from './withheld.ts'
import type { SignInLimits } from '#/ports/sign-ins.ts'

/** Minutes a code is good for. */
export const codeMinutes = 5
/** Digits of a code, and of that of a number somebody guesses at: five tries at 10^12 are no guess. */
export const codeLength = 6
export const longCodeLength = 12

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
 * Makes a challenge for a number. Known and unknown numbers take the same way here: whether there is anybody to send a
 * code to is found out by the job that would send it.
 *
 * @throws AppError VALIDATION_FAILED for the form of the number; SIGN_IN_THROTTLED with Retry-After
 */
export async function createChallenge(signIn: SignIn, asked: Asked): Promise<Challenge> {
  const { datastore, services, limits } = signIn
  const number = readSignInNumber(asked.phoneNumber, limits.countries)
  const now = await readNow(datastore)
  const keys = {
    number: contactKey(services.keys, 'sms', number.phoneNumberE164),
    address: networkKey(services.keys, asked.address),
  }
  const device = knownDevice(services.keys, { header: asked.cookie, baseUrl: services.baseUrl }, keys.number)
  const asker = device ?? keys.address
  const challengeId = newId()
  const { waitSeconds, isLong } = await inDatastore(datastore, async (tx) => {
    // Always in this order, so that nobody waits in a circle.
    for (const key of [keys.address, Buffer.from(number.block), keys.number]) await tx.rows(lockKey, [key])
    const [times, [spent]] = await Promise.all([
      tx.rows(recentChallenges, [keys.number, now, device]),
      tx.rows(selectSpentGuesses, [keys.number]),
    ])
    refuseFor(secondsToWait(now, times))
    await checkBudgets(tx, limits, now, { ...keys, ...number, isKnown: device !== null })
    const isLong = needsLongCode(now, spent?.spentUntil ?? null)
    await tx.rows(endOwnChallenges, [keys.number, now, asker])
    await tx.rows(insertChallenge, [
      challengeId,
      asked.door,
      keys.number,
      number.phoneNumberE164,
      number.block,
      number.country,
      keys.address,
      asked.locale,
      asker,
      device !== null,
      isLong,
      now,
    ])
    return { waitSeconds: nextWaitSeconds(now, times), isLong }
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
    codeLength: isLong ? longCodeLength : codeLength,
  }
}

type Keys = {
  readonly number: Buffer
  readonly address: Buffer
  readonly block: string
  readonly country: string
  readonly isKnown: boolean
}

/** Budgets that many numbers share: of messages, and, for devices that are not known, of a network and of numbers that lie together. */
async function checkBudgets(tx: Tx, limits: SignInLimits, now: Temporal.Instant, keys: Keys): Promise<void> {
  const { perAddressPerHour } = limits
  const values = [keys.address, keys.block, keys.number, keys.country, now, perAddressPerHour]
  const [budgets] = await tx.rows(selectBudgets, values)
  if (!budgets) throw new Error('The budgets of the sign-in could not be read')
  const spent = spentBudget(limits, budgets)
  if (spent !== null) throw new BreakerError(spent)
  if (keys.isKnown) return
  if (perAddressPerHour > 0 && budgets.addressCount >= perAddressPerHour && budgets.addressOldest)
    refuseFor(Math.max(1, 3_600 - (now.epochMilliseconds - budgets.addressOldest.epochMilliseconds) / 1_000))
  if (budgets.blockCount >= numbersPerBlockPerHour) throw new BreakerError('adjacentNumbers')
}

class BreakerError extends AppError {
  readonly breaker: Breaker
  constructor(breaker: Breaker) {
    super('SIGN_IN_THROTTLED', { headers: { 'retry-after': '3600' } })
    this.breaker = breaker
  }
}
