import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { addressBlock, callerBlock } from '#/kernel/text/address-block.ts'
import { runOnce } from '#/kernel/postgres/db.ts'
import { AppError } from '#/kernel/errors.ts'
import { takeBlock } from '#/kernel/postgres/store.ts'

/** One allowance: so many calls in a minute. */
export type Allowance = { readonly name: string; readonly perMinute: number }

/** The state of a caller's allowance. */
export type RateState = {
  readonly isAllowed: boolean
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

/** Forty refusals a second cost a few hundredths of the thread's time. */
const refusalPaceMs = 25
/** Calls may run ahead of an even pace by this long, or by so many calls where those are more. */
const burstMs = 2_000
const burstCalls = 100
/** How far refusals may run ahead of that pace: four in a row are no attack. */
const refusalBurstMs = 100
/** Bounds how long a stopping process waits for refusals that are not yet due. */
const longestWaitMs = 1_000

/**
 * Counts calls per minute over all processes. Each takes its allowance from the database in blocks, so that most calls
 * cost no round trip, and never grants more than it took: the limit holds for any number of processes, and a restart
 * costs the caller at most one block. Minutes are real time.
 */
export class RateLimiter {
  readonly #pool: pg.Pool
  readonly #windows = new Map<string, Window>()
  /** When the latest call of a bucket would have come at an even pace: only of those that are ahead of it. */
  readonly #paces = new Map<string, number>()
  readonly #now: () => number
  /** The minute the windows belong to. */
  #start = 0

  constructor(pool: pg.Pool, now: () => number = Date.now) {
    this.#pool = pool
    this.#now = now
  }

  /**
   * Takes one call from the allowance of `caller`, of which at most those of two seconds, or a hundred, are to be had at once. A
   * limit of 0 means no limit.
   */
  async take(caller: string, allowance: Allowance): Promise<RateState> {
    const start = this.#minute()
    const resetSeconds = Math.max(1, Math.ceil((start + 60_000 - this.#now()) / 1_000))
    const limit = allowance.perMinute
    if (limit === 0) return { isAllowed: true, limit, remaining: 0, resetSeconds }
    const bucket = `${allowance.name}:${caller}`
    const aheadMs = this.#aheadOfPace(bucket, limit)
    if (aheadMs > 0) return { isAllowed: false, limit, remaining: 0, resetSeconds: Math.ceil(aheadMs / 1_000) }
    const window = this.#window(bucket, start)
    // Others who waited for the same refill may have taken all of it.
    while (window.inHand <= 0 && !window.isSpent) await this.#refill(bucket, window, limit)
    if (window.inHand <= 0) return { isAllowed: false, limit, remaining: 0, resetSeconds }
    window.inHand -= 1
    return { isAllowed: true, limit, remaining: Math.max(0, limit - window.takenByAll) + window.inHand, resetSeconds }
  }

  /**
   * Keeps a minute's calls from being spent in a moment, which would be felt by everybody else: each process sees to its
   * own pace.
   *
   * @returns for how long the caller has to wait, 0 when the call is taken
   */
  #aheadOfPace(bucket: string, limit: number): number {
    const now = this.#now()
    const intervalMs = 60_000 / limit
    const next = Math.max(now, this.#paces.get(bucket) ?? 0) + intervalMs
    const aheadMs = next - now - Math.max(burstMs, burstCalls * intervalMs)
    if (aheadMs <= 0) this.#paces.set(bucket, next)
    return Math.max(0, aheadMs)
  }

  /**
   * Charges a call that was taken and then refused, and waits until its refusal is due: one caller gets refusals at an
   * even pace, over however many connections, so that useless requests take little from others.
   *
   * @param extraCalls its cost beyond one call; a debt is paid off before the caller's next call in this minute
   */
  async chargeRefusal(caller: string, { name, perMinute }: Allowance, extraCalls: number): Promise<void> {
    if (perMinute === 0) return
    const window = this.#window(`${name}:${caller}`, this.#minute())
    window.inHand -= extraCalls
    const now = this.#now()
    window.refusalDue = Math.max(window.refusalDue, now - refusalBurstMs) + (1 + extraCalls) * refusalPaceMs
    if (window.refusalDue > now) await sleep(Math.min(window.refusalDue - now, longestWaitMs))
  }

  /**
   * Takes one call, or refuses it.
   *
   * @returns the headers that say what is left (RateLimit header fields for HTTP, draft 8 and later)
   * @throws AppError RATE_LIMITED with the same headers and Retry-After
   */
  async takeOrRefuse(caller: string, allowance: Allowance): Promise<Record<string, string>> {
    const rate = await this.take(caller, allowance)
    const headers = headersOf(allowance.name, rate)
    if (rate.isAllowed) return headers
    throw new AppError('RATE_LIMITED', { headers: { ...headers, 'retry-after': String(rate.resetSeconds) } })
  }

  /** Takes one call without a credential from the allowance of the network it comes from, or refuses it. */
  takeAnonymous(address: string, perMinute: number): Promise<Record<string, string>> {
    return this.takeOrRefuse(addressBlock(address, callerBlock), { name: 'anonymous', perMinute })
  }

  /** `chargeRefusal` for a call without a credential. */
  chargeAnonymousRefusal(address: string, perMinute: number, extraCalls: number): Promise<void> {
    return this.chargeRefusal(addressBlock(address, callerBlock), { name: 'anonymous', perMinute }, extraCalls)
  }

  /** The instant at which this minute began. */
  #minute(): number {
    return Math.floor(this.#now() / 60_000) * 60_000
  }

  #window(bucket: string, start: number): Window {
    const known = this.#windows.get(bucket)
    if (known?.start === start) return known
    this.#forgetOlder(start)
    const fresh: Window = { start, inHand: 0, takenByAll: 0, isSpent: false, refill: null, refusalDue: 0 }
    this.#windows.set(bucket, fresh)
    return fresh
  }

  /** Parallel calls share one refill. */
  async #refill(bucket: string, window: Window, limit: number): Promise<void> {
    window.refill ??= this.#takeBlock(bucket, window, limit).finally(() => {
      window.refill = null
    })
    await window.refill
  }

  async #takeBlock(bucket: string, window: Window, limit: number): Promise<void> {
    const block = Math.max(1, Math.ceil(limit / 20))
    const [row] = await runOnce(this.#pool, takeBlock, [
      bucket,
      Temporal.Instant.fromEpochMilliseconds(window.start),
      block,
      limit,
    ])
    const used = row?.used ?? limit
    window.inHand += row ? Math.min(block, limit - (used - block)) : 0
    window.takenByAll = Math.min(used, limit)
    window.isSpent = used >= limit
  }

  /** Once a minute only: with very many addresses each new one would otherwise cost more than the last. */
  #forgetOlder(start: number): void {
    if (this.#start === start) return
    this.#start = start
    for (const [bucket, window] of this.#windows) if (window.start !== start) this.#windows.delete(bucket)
    const now = this.#now()
    for (const [bucket, next] of this.#paces) if (next <= now) this.#paces.delete(bucket)
  }
}

function headersOf(name: string, { limit, remaining, resetSeconds }: RateState): Record<string, string> {
  if (limit === 0) return {}
  return {
    'ratelimit-policy': `"${name}";q=${limit};w=60`,
    ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
  }
}

type Window = {
  readonly start: number
  /** Below zero when more was charged than was in hand. */
  inHand: number
  takenByAll: number
  isSpent: boolean
  refill: Promise<void> | null
  /** When the last refusal is due, in milliseconds since 1970. */
  refusalDue: number
}
