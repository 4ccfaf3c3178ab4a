import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import type { Log } from '#/kernel/log.ts'
import { inTransaction, isDatabaseUnavailable } from '#/kernel/postgres/db.ts'
import { toEventId, toMessage } from '#/slices/events/events.ts'
import { callEndpoint } from '#/slices/webhooks/deliver/call-endpoint.ts'
import { judge, restSeconds, type Verdict } from '#/slices/webhooks/deliver/schedule.ts'
import { openSecrets, resealSecrets } from '#/slices/webhooks/secrets/secrets.ts'
import { leaseMs, type Called, type Claimed } from './claim-store.ts'
import { keyOf, lockClaimed, release, selectCalled, selectDue, updateSealed, type Due } from './lane-store.ts'
import type { Permits } from './permits.ts'
import { Settler } from './settler.ts'

export type LaneDeps = {
  readonly pool: pg.Pool
  readonly services: Pick<Services, 'secretsAtRest' | 'webhookNetworks'>
  readonly permits: Permits
  readonly log: Log
  /** Called after each attempt of a delivery; `isFirst`: since it was queued. */
  readonly onAttempt: (fact: { result: Result; isFirst: boolean; lagMs: number }) => void
  /** Begins no more calls. */
  readonly stopping: AbortSignal
  /** Ends those that are on their way. */
  readonly cutting: AbortSignal
}

/** How an attempt went: it arrived, it will be tried again, or it was the last. */
export type Result = 'delivered' | 'retried' | 'failed'

/** A call must be over, and recorded, while the endpoint is still ours. */
const callMs = 20_000
const loadedAtOnce = 200
/** Of an endpoint whose last attempt failed, which gets one at a time. */
const loadedWhenFailing = 10
/** How long a lane whose calls are slow waits before it looks for more. */
const lookMs = 500
const inactiveSeconds = 300

/** Calls one endpoint, which this worker holds, until nothing is due any more. */
export class Lane {
  readonly claimed: Claimed
  readonly #deps: LaneDeps
  readonly #settler: Settler
  readonly #inFlight = new Map<number, Promise<void>>()
  #called: Called
  #secrets: readonly string[] = []
  #isFailing: boolean
  #heldUntilMs: number
  #isLost = false
  /** What it asked for while it was called. */
  #restSeconds = 0

  /** @param claimedAtMs when it was claimed, by `performance.now()` */
  constructor(deps: LaneDeps, claimed: Claimed, claimedAtMs: number) {
    this.#deps = deps
    this.claimed = claimed
    this.#called = claimed
    this.#isFailing = claimed.isFailing
    this.#heldUntilMs = claimedAtMs + leaseMs
    this.#settler = new Settler(deps.pool, deps.log, claimed, () => performance.now() < this.#heldUntilMs)
  }

  /** @param called null: it is not ours any more, or may not be called */
  renewed(called: Called | null, askedAtMs: number): void {
    if (called === null) return void (this.#isLost = true)
    this.#heldUntilMs = askedAtMs + leaseMs
    try {
      this.#use(called)
    } catch (error) {
      this.#isLost = true
      this.#report(error)
    }
  }

  /** Never rejects: what fails is logged, and the endpoint is claimed again. */
  async run(): Promise<void> {
    let rest = 0
    try {
      rest = await this.#deliver()
    } catch (error) {
      this.#report(error)
      rest = isDatabaseUnavailable(error) ? 0 : inactiveSeconds
    }
    await Promise.all(this.#inFlight.values())
    await this.#release(Math.max(rest, this.#restSeconds)).catch((error: unknown) => this.#report(error))
  }

  /** @returns how long the endpoint rests, in seconds */
  async #deliver(): Promise<number> {
    const queue: Due[] = []
    while (this.#mayBegin()) {
      // Another address or secret: how it is called now is read before it is called again.
      if (this.#settler.version > this.#called.version) queue.length = 0
      if (queue.length === 0) {
        const loaded = await this.#load()
        if (loaded === null) return 0
        if (loaded === 'inactive') return inactiveSeconds
        if (loaded.length === 0 && this.#inFlight.size === 0) return 0
        if (loaded.length === 0) {
          await Promise.race([...this.#inFlight.values(), sleep(lookMs)])
          continue
        }
        queue.push(...loaded)
      }
      if (this.#inFlight.size >= (this.#isFailing ? 1 : this.#called.maxInFlight)) {
        await Promise.race(this.#inFlight.values())
        continue
      }
      const giveBack = await this.#deps.permits.take(this.#caller(), this.#deps.stopping)
      const due = this.#mayBegin() ? queue.shift() : undefined
      if (giveBack === null || due === undefined) {
        giveBack?.()
        break
      }
      this.#begin(due, giveBack)
    }
    return 0
  }

  #caller() {
    return { platformHolderId: this.claimed.platformHolderId, isFailing: this.#isFailing }
  }

  #mayBegin(): boolean {
    const isOurs = !this.#isLost && this.#settler.isOurs && performance.now() < this.#heldUntilMs - callMs
    return isOurs && this.#restSeconds === 0 && !this.#deps.stopping.aborted
  }

  #begin(due: Due, giveBack: () => void): void {
    const work = this.#attempt(due).finally(() => {
      this.#inFlight.delete(due.position)
      giveBack()
    })
    this.#inFlight.set(due.position, work)
  }

  async #attempt(due: Due): Promise<void> {
    const { webhookNetworks: networks } = this.#deps.services
    const message = { id: toEventId(due.id), body: JSON.stringify(toMessage(due, due.position)) }
    const endpoint = { url: this.#called.url, secrets: this.#secrets, networks }
    const attempt = await callEndpoint(endpoint, message, this.#deps.cutting)
    // Nobody knows whether it arrived, and it says nothing about the endpoint: whoever comes next repeats it.
    if (this.#deps.cutting.aborted && attempt.status === null) return
    this.#isFailing = attempt.errorCode !== null
    this.#restSeconds = Math.max(this.#restSeconds, restSeconds(attempt))
    const verdict = judge(attempt, due.tries, Math.random())
    const lagMs = attempt.at.epochMilliseconds - due.nextAt.epochMilliseconds
    this.#deps.onAttempt({ result: resultOf(verdict), isFirst: due.tries === 0, lagMs })
    await this.#settler.record({ due, attempt, verdict })
  }

  /** What is due, and how the endpoint is called now; null when it is not ours or not to be called. */
  async #load(): Promise<Due[] | 'inactive' | null> {
    const { pool } = this.#deps
    const key = keyOf(this.claimed)
    const size = this.#isFailing ? loadedWhenFailing : loadedAtOnce
    return inTransaction(pool, { holder: this.claimed.platformHolderId }, async (tx) => {
      const [[called], due] = await Promise.all([
        tx.rows(selectCalled, key),
        tx.rows(selectDue, [...key.slice(0, 2), [...this.#inFlight.keys()], size]),
      ])
      if (!called) return null
      if (!called.isActive) return 'inactive'
      this.#use(called)
      const { secretsAtRest: ring } = this.#deps.services
      const resealed = resealSecrets(ring, this.claimed.id, called.secrets, Temporal.Now.instant())
      if (resealed) tx.send(updateSealed, [...key, JSON.stringify(called.secrets), JSON.stringify(resealed)])
      return due
    })
  }

  #use(called: Called): void {
    const { secretsAtRest: ring } = this.#deps.services
    this.#secrets = openSecrets(ring, this.claimed.id, called.secrets, Temporal.Now.instant())
    this.#called = called
  }

  /** Nothing happens where the endpoint is not ours any more. */
  async #release(seconds: number): Promise<void> {
    const key = keyOf(this.claimed)
    await inTransaction(this.#deps.pool, { holder: this.claimed.platformHolderId }, async (tx) => {
      tx.send(lockClaimed, key)
      tx.send(release, [...key, seconds])
    })
  }

  #report(error: unknown): void {
    const { platformHolderId, id: endpointId } = this.claimed
    const { log } = this.#deps
    if (isDatabaseUnavailable(error))
      log.warn({ err: error, platformHolderId, endpointId }, 'deliveries wait for the database')
    else log.error({ err: error, platformHolderId, endpointId }, 'calling an endpoint failed')
  }
}

function resultOf({ state }: Verdict): Result {
  return state === 'due' ? 'retried' : state
}
