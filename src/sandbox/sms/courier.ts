import { setTimeout as delay } from 'node:timers/promises'

import type { SandboxLog } from '#/sandbox/sandbox-options.ts'

export type Delivery = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Courier = {
  /** Posts until the receiver answers 2xx or the tries are used up; false when it never did. */
  post(delivery: Delivery): Promise<boolean>
  /** One try only; the status of the answer, or null without one. */
  postOnce(delivery: Delivery): Promise<number | null>
  /** Waits, unless the sandbox stops first; false when it did. */
  wait(milliseconds: number): Promise<boolean>
  stop(): void
}

const concurrentPosts = 8
const answerWithinMs = 10_000
const firstRetryMs = 250
const longestRetryMs = 30_000
/** About four minutes in all: long enough for a product that is being restarted. */
const mostTries = 14

/** Delivers the webhooks of every twin, a few at a time, as vendors do: at least once, with growing pauses. */
export function webhookCourier(log: SandboxLog): Courier {
  const stopped = new AbortController()
  const limit = concurrency(concurrentPosts)

  const postOnce = (delivery: Delivery): Promise<number | null> =>
    limit(async () => {
      if (stopped.signal.aborted) return null
      const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(answerWithinMs)])
      const { url, headers, body } = delivery
      try {
        const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
        await response.arrayBuffer()
        return response.status
      } catch (error) {
        if (!stopped.signal.aborted) log.warn({ url: withoutQuery(url), error: String(error) }, 'webhook not delivered')
        return null
      }
    })

  const wait = async (milliseconds: number): Promise<boolean> => {
    try {
      await delay(milliseconds, undefined, { signal: stopped.signal })
      return true
    } catch (error) {
      if (stopped.signal.aborted) return false
      throw error
    }
  }

  return {
    postOnce,
    wait,
    async post(delivery) {
      for (let attempt = 0; attempt < mostTries; attempt += 1) {
        const status = await postOnce(delivery)
        if (status !== null && status >= 200 && status < 300) return true
        if (!(await wait(Math.min(firstRetryMs * 2 ** attempt, longestRetryMs)))) return false
      }
      log.warn({ url: withoutQuery(delivery.url) }, 'webhook given up')
      return false
    },
    stop: () => stopped.abort(),
  }
}

/** Runs at most `most` tasks at a time, the others in order of arrival. */
function concurrency(most: number) {
  const waiting: (() => void)[] = []
  let head = 0
  let running = 0
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      const next = waiting[head]
      if (next) {
        head += 1
        // The used front of the queue is dropped in batches, because shifting a long array each time is slow.
        if (head > 1000) {
          waiting.splice(0, head)
          head = 0
        }
        next()
      } else running -= 1
    }
  }
}

/** Queries hold tokens, which no log may show. */
function withoutQuery(url: string): string {
  return url.split('?')[0] ?? ''
}
