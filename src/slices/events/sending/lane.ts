import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import { inTransaction, type HolderTx } from '#/kernel/postgres/db.ts'
import type { Turns } from '#/kernel/flow/turns.ts'
import { elapsedMs, now } from '#/kernel/time/elapsed.ts'
import { pauseAfter } from '#/slices/events/delivery/schedule.ts'
import { composeWebhook, webhookBody } from './compose-webhook.ts'
import { holdLease } from './hold-lease.ts'
import {
  findOwnEndpoint,
  listDue,
  releaseEndpoint,
  settleTries,
  type Claim,
  type DueDelivery,
  type LaneEndpoint,
  type Settled,
} from './lane-store.ts'
import { judgeHealth } from './judge-health.ts'
import type { SendTurns } from './send-turns.ts'

export type Sending = {
  /** Acts as tijdig_worker. */
  readonly pool: pg.Pool
  /** Transactions of all lanes at once: reminders use the same connections. */
  readonly connections: Turns
  readonly services: Pick<Services, 'webhooks' | 'secretsAtRest'>
  readonly turns: SendTurns
  readonly onFailure: (error: unknown) => void
}

const loadedAtOnce = 200
/** Tries are written together, but none waits longer for the others. */
const settleMs = 40
const lookAgainMs = 500
/** Calls under way when the process is told to stop may take this long; what is cut off comes again. */
const graceMs = 3_000

/**
 * Sends what is due for one endpoint until nothing is, the process stops, or the endpoint is another worker's. Whatever
 * happens there, other endpoints have lanes of their own.
 */
export async function runLane(sending: Sending, claim: Claim, stopping: AbortSignal): Promise<void> {
  const lane = new Lane(sending, claim, stopping)
  try {
    await lane.run()
  } finally {
    await lane.end()
  }
}

class Lane {
  readonly #sending: Sending
  readonly #claim: Claim
  readonly #stopping: AbortSignal
  readonly #lease
  readonly #cutOff = new AbortController()
  /** On their way, or not written yet. */
  readonly #underWay = new Set<string>()
  #inFlight = 0
  #queue: DueDelivery[] = []
  #heard: Settled[] = []
  #endpoint: LaneEndpoint | null = null
  #readAt = now()
  #wake: () => void = () => undefined

  constructor(sending: Sending, claim: Claim, stopping: AbortSignal) {
    this.#sending = sending
    this.#claim = claim
    this.#stopping = stopping
    this.#lease = holdLease(sending.pool, claim, sending.onFailure)
  }

  async run(): Promise<void> {
    while (this.#mayBegin()) {
      if (this.#queue.length === 0) {
        await this.#load()
        if (this.#endpoint === null || (this.#queue.length === 0 && this.#underWay.size === 0)) return
        this.#fill()
      }
      await this.#pause()
      await this.#settle()
      if (this.#endpoint === null) return
    }
  }

  /** Waits for what is under way, writes what came of it, and gives the endpoint back. */
  async end(): Promise<void> {
    const timer = setTimeout(() => this.#cutOff.abort(), this.#stopping.aborted ? graceMs : 20_000)
    while (this.#inFlight > 0) await this.#pause()
    clearTimeout(timer)
    await this.#lease.stop()
    await this.#settle()
    await this.#inTransaction((tx) => releaseEndpoint(tx, this.#claim))
  }

  #mayBegin(): boolean {
    return !this.#stopping.aborted && this.#lease.isOurs()
  }

  async #load(): Promise<void> {
    const [endpoint, due] = await this.#inTransaction((tx) =>
      Promise.all([findOwnEndpoint(tx, this.#claim), listDue(tx, this.#claim, [...this.#underWay], loadedAtOnce)]),
    )
    this.#readAt = now()
    this.#endpoint = endpoint
    this.#queue = endpoint === null ? [] : due
  }

  #fill(): void {
    const endpoint = this.#endpoint
    if (endpoint === null) return
    const isFailing = endpoint.failingSince !== null
    const most = isFailing ? 1 : endpoint.maxInFlight
    while (this.#inFlight < most && this.#mayBegin()) {
      const delivery = this.#queue.shift()
      if (delivery === undefined) return
      this.#underWay.add(delivery.deliveryId)
      this.#inFlight += 1
      void this.#send(endpoint, delivery, isFailing).finally(() => {
        this.#inFlight -= 1
        this.#fill()
        this.#wake()
      })
    }
  }

  /** One try. Never rejects. */
  async #send(endpoint: LaneEndpoint, delivery: DueDelivery, isFailing: boolean): Promise<void> {
    const { services, turns, onFailure } = this.#sending
    const { platformHolderId, id } = this.#claim
    try {
      await turns.run(platformHolderId, isFailing, async () => {
        if (!this.#mayBegin()) return void this.#underWay.delete(delivery.deliveryId)
        const at = endpoint.now.add({ milliseconds: Math.round(elapsedMs(this.#readAt)) })
        const body = webhookBody(delivery, delivery.position)
        const call = composeWebhook(services.secretsAtRest, { id, ...endpoint }, delivery.id, body, at)
        const answer = await services.webhooks.send(call, this.#cutOff.signal)
        if (this.#cutOff.signal.aborted) return void this.#underWay.delete(delivery.deliveryId)
        const pause = answer.errorCode === null ? null : pauseAfter(delivery.tries + 1, answer.retryAfterSeconds)
        this.#heard.push({
          ...answer,
          deliveryId: delivery.deliveryId,
          attemptNo: delivery.attempts + 1,
          at,
          state: answer.errorCode === null ? 'succeeded' : pause === null ? 'failed' : 'waiting',
          pauseSeconds: pause === null ? null : Math.ceil(pause),
        })
      })
    } catch (error) {
      onFailure(error)
    }
  }

  /** Until a call ends, and then a moment longer for others; or until it is time to look for what became due. */
  async #pause(): Promise<void> {
    if (this.#heard.length === 0) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      await Promise.race([woken, sleep(lookAgainMs, undefined, { ref: false })])
    }
    if (this.#heard.length > 0 && this.#inFlight > 0) await sleep(settleMs)
  }

  async #settle(): Promise<void> {
    const heard = this.#heard.splice(0)
    if (heard.length === 0) return
    const health = await this.#inTransaction(async (tx) => {
      const written = await settleTries(tx, this.#claim, heard)
      if (written) judgeHealth(tx, this.#claim, written, heard)
      return written
    })
    for (const { deliveryId } of heard) this.#underWay.delete(deliveryId)
    if (this.#endpoint === null) return
    this.#endpoint = health && { ...this.#endpoint, failingSince: health.failingSince }
    this.#fill()
  }

  #inTransaction<T>(work: (tx: HolderTx) => Promise<T>): Promise<T> {
    const { pool, connections } = this.#sending
    return connections.run(() => inTransaction(pool, { holder: this.#claim.platformHolderId }, work))
  }
}
