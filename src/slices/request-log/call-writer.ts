import type pg from 'pg'
import { isDatabaseUnavailable, runOnce } from '#/kernel/postgres/db.ts'
import type { Log } from '#/kernel/log.ts'
import { insertCalls } from './write-store.ts'

/** A call that was answered: what is kept of it, which is nothing of what it said. */
export type AnsweredCall = {
  readonly platformHolderId: string
  /** Milliseconds since 1970, by the product's clock. */
  readonly answeredAtMs: number
  readonly id: string
  readonly requestId: string
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly errorCode: string | null
  readonly faults: readonly { readonly path: string; readonly code: string }[]
  readonly durationMs: number
  readonly keyId: string
  readonly network: string | null
  readonly client: string | null
}

export type CallWriterOptions = {
  /** Acts as tijdig_operator. */
  readonly pool: pg.Pool
  readonly log: Log
  /** Calls of which nothing is kept: too many waited, or they could not be stored. */
  readonly onDropped: (calls: number) => void
}

const waitingMax = 10_000
const storedAtOnce = 1_000
const everyMs = 1_000

/** Stores answered calls a second later, together, so that no answer waits for it and few statements are made. */
export class CallWriter {
  readonly #options: CallWriterOptions
  #waiting: AnsweredCall[] = []
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> | null = null
  #isUnavailable = false

  constructor(options: CallWriterOptions) {
    this.#options = options
  }

  /** Keeps a call to be stored; drops it where 10,000 wait. */
  add(call: AnsweredCall): void {
    if (this.#waiting.length >= waitingMax) return this.#options.onDropped(1)
    this.#waiting.push(call)
    this.#schedule()
  }

  /** Stores what waits, once; what the database then does not take is dropped. */
  async stop(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    await this.#writing
    if (this.#timer) clearTimeout(this.#timer)
    await this.#write()
    if (this.#timer) clearTimeout(this.#timer)
    if (this.#waiting.length > 0) this.#options.onDropped(this.#waiting.length)
    this.#waiting = []
  }

  #schedule(): void {
    if (this.#timer !== null || this.#writing !== null) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#writing = this.#write().finally(() => {
        this.#writing = null
        if (this.#waiting.length > 0) this.#schedule()
      })
    }, everyMs).unref()
  }

  /** Until nothing waits or the database does not answer, when the rest is tried again. */
  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const calls = this.#waiting.splice(0, storedAtOnce)
      try {
        await runOnce(this.#options.pool, insertCalls, toColumns(calls))
        this.#isUnavailable = false
      } catch (error) {
        if (!isDatabaseUnavailable(error)) {
          this.#options.log.error({ err: error, calls: calls.length }, 'calls are missing in the request log')
          this.#options.onDropped(calls.length)
          continue
        }
        if (!this.#isUnavailable) this.#options.log.warn({ err: error }, 'the request log waits for the database')
        this.#isUnavailable = true
        this.#keep(calls)
        return
      }
    }
  }

  /** Puts back what was not stored, in front, as far as there is room. */
  #keep(calls: readonly AnsweredCall[]): void {
    const all = [...calls, ...this.#waiting]
    this.#waiting = all.slice(0, waitingMax)
    if (all.length > waitingMax) this.#options.onDropped(all.length - waitingMax)
  }
}

/** Column by column, as `insertCalls` takes them. */
function toColumns(calls: readonly AnsweredCall[]): readonly (readonly unknown[])[] {
  return [
    calls.map(({ platformHolderId }) => platformHolderId),
    calls.map(({ answeredAtMs }) => new Date(answeredAtMs).toISOString()),
    calls.map(({ id }) => id),
    calls.map(({ requestId }) => requestId),
    calls.map(({ operation }) => operation),
    calls.map(({ method }) => method),
    calls.map(({ path }) => path),
    calls.map(({ status }) => status),
    calls.map(({ errorCode }) => errorCode),
    calls.map(({ faults }) => JSON.stringify(faults)),
    calls.map(({ durationMs }) => durationMs),
    calls.map(({ keyId }) => keyId),
    calls.map(({ network }) => network),
    calls.map(({ client }) => client),
  ]
}
