import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '#/kernel/log.ts'
import { inTransaction, isDatabaseUnavailable } from '#/kernel/postgres/db.ts'
import type { Attempt } from '#/slices/webhooks/deliver/call-endpoint.ts'
import { isGone, type Verdict } from '#/slices/webhooks/deliver/schedule.ts'
import { noteFailing } from '#/slices/webhooks/failing/note-failing.ts'
import type { Claim } from './claim-store.ts'
import { keyOf, settle, type Due } from './lane-store.ts'

/** An attempt, what it was of and what becomes of that. */
export type Tried = { readonly due: Due; readonly attempt: Attempt; readonly verdict: Verdict }

type Pending = Tried & { readonly done: () => void }

const retryMs = 1_000

/**
 * Records the attempts of one lane: while one statement is on its way the next ones gather, so that a busy endpoint takes
 * few and a quiet one waits for none.
 */
export class Settler {
  readonly #pool: pg.Pool
  readonly #log: Log
  readonly #claim: Claim
  /** Whether the endpoint is still held by this worker, by its own clock. */
  readonly #isHeld: () => boolean
  #pending: Pending[] = []
  #isRunning = false
  /** Whether the endpoint is still ours and may be called, by what was recorded last. */
  isOurs = true
  /** Of the endpoint, by what was recorded last. */
  version = 0

  constructor(pool: pg.Pool, log: Log, claim: Claim, isHeld: () => boolean) {
    this.#pool = pool
    this.#log = log
    this.#claim = claim
    this.#isHeld = isHeld
  }

  /** Resolves when the attempt is recorded, or can no longer be. */
  record(tried: Tried): Promise<void> {
    return new Promise((resolve) => {
      this.#pending.push({ ...tried, done: resolve })
      if (!this.#isRunning) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#pending.length > 0) {
      const batch = this.#pending
      this.#pending = []
      await this.#settle(batch)
      for (const { done } of batch) done()
    }
    this.#isRunning = false
  }

  async #settle(batch: readonly Tried[]): Promise<void> {
    while (this.#isHeld()) {
      try {
        const { isCalled, version } = await settleAll(this.#pool, this.#claim, batch)
        this.isOurs &&= isCalled
        this.version = version
        return
      } catch (error) {
        const { platformHolderId, id: endpointId } = this.#claim
        if (!isDatabaseUnavailable(error)) {
          this.#log.error({ err: error, platformHolderId, endpointId }, 'recording deliveries failed')
          break
        }
        this.#log.warn({ err: error, platformHolderId, endpointId }, 'deliveries wait for the database')
        await sleep(retryMs)
      }
    }
    // Nothing is recorded: whoever claims the endpoint next repeats them.
    this.isOurs = false
  }
}

/** @returns whether the endpoint is still ours and may be called, and its version */
function settleAll(
  pool: pg.Pool,
  claim: Claim,
  batch: readonly Tried[],
): Promise<{ isCalled: boolean; version: number }> {
  const last = batch.at(-1)
  const values = [
    ...keyOf(claim),
    last?.verdict.state !== 'delivered',
    batch.some(({ verdict }) => verdict.state === 'delivered'),
    batch.map(({ due }) => due.position),
    batch.map(({ due }) => due.nextAt),
    batch.map(({ verdict }) => verdict.state),
    batch.map(({ verdict }) => ('waitSeconds' in verdict ? verdict.waitSeconds : null)),
    batch.map(({ attempt }) => attempt.at),
    batch.map(({ attempt }) => attempt.durationMs),
    batch.map(({ attempt }) => attempt.status),
    batch.map(({ attempt }) => attempt.errorCode),
    batch.map(({ attempt }) => attempt.answer),
  ]
  const isOneGone = batch.some(({ attempt }) => isGone(attempt))
  // A crash of the server may lose it: then deliveries are repeated, as after one of ours.
  const options = { holder: claim.platformHolderId, commitWithoutWaiting: true }
  return inTransaction(pool, options, async (tx) => {
    const [standing] = await tx.rows(settle, values)
    if (!standing) return { isCalled: false, version: 0 }
    return { isCalled: await noteFailing(tx, claim, standing, isOneGone), version: standing.version }
  })
}
