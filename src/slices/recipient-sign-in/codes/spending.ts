import type pg from 'pg'
import { AppError } from '#/kernel/errors.ts'
import type { Log } from '#/kernel/log.ts'
import { runOnce } from '#/kernel/postgres/db.ts'
import type { SignInLimits } from '#/ports/sign-ins.ts'
import { noteInMain } from '#/slices/recipient-sign-in/datastore.ts'
import { noteOnceAnHour, type Spent } from './store.ts'

// Messages cost money, so there are budgets that many numbers share.

/** Why codes are withheld although the number could have one: somebody seems to make us send for profit (SMS pumping). */
export type Breaker = 'adjacentNumbers' | 'countrySpend' | 'allSpend'

/** A challenge that was refused because of a breaker. */
export class BreakerError extends AppError {
  readonly breaker: Breaker
  constructor(breaker: Breaker) {
    super('SIGN_IN_THROTTLED', { headers: { 'retry-after': '3600' } })
    this.breaker = breaker
  }
}

/** The budget of messages that is used up, if one is. */
export function spentBudget(limits: SignInLimits, spent: Spent): Breaker | null {
  if (spent.countrySent >= limits.messagesPerCountryPerHour) return 'countrySpend'
  return spent.allSent >= limits.messagesPerHour ? 'allSpend' : null
}

/** Different numbers of one block per hour; more than this is no coincidence. */
const numbersPerBlockPerHour = 20

/**
 * @param blockCount other numbers of the same block
 * @throws BreakerError when the messages are used up, or for an unknown device when a block has too many numbers
 */
export function refuseSpent(
  limits: SignInLimits,
  { isKnownDevice, blockCount, ...spent }: Spent & { isKnownDevice: boolean; blockCount: number },
): void {
  const breaker = spentBudget(limits, spent)
  if (breaker !== null) throw new BreakerError(breaker)
  if (!isKnownDevice && blockCount >= numbersPerBlockPerHour) throw new BreakerError('adjacentNumbers')
}

type Withheld = {
  readonly breaker: Breaker
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly now: Temporal.Instant
  /** The request that was refused; null for a message that was not sent. */
  readonly requestId: string | null
}

/**
 * Reports that codes are withheld, by a log line and an audit row: at most once an hour for each reason and country.
 *
 * @param places pool acts as tijdig_login on the datastore; main may leave audit rows in the main database
 */
export async function noteWithheld(
  places: { readonly pool: pg.Pool; readonly main: pg.Pool; readonly log: Log },
  { breaker, country, now, requestId }: Withheld,
): Promise<void> {
  const isNew = (await runOnce(places.pool, noteOnceAnHour, [breaker, country, now])).length > 0
  if (!isNew) return
  places.log.warn({ breaker, country, requestId }, 'sign-in codes are withheld')
  await noteInMain(places, {
    actor: { kind: 'anonymous', id: null },
    action: 'recipientSignInWithheld',
    requestId,
    detail: { breaker, country },
  })
}
