/* oxlint-disable unicorn/require-post-message-target-origin -- threads, unlike windows, have no origin */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, Worker } from 'node:worker_threads'

/** A thread's answer; `gave_up` when it exceeded its time or its memory, or failed. */
export type ThreadAnswer<A> = { readonly outcome: 'answered'; readonly answer: A } | { readonly outcome: 'gave_up' }

export type BoundedThread<Q, A> = {
  /**
   * Questions are answered one after the other.
   *
   * @param withinMs processor time, so that a busy machine gives up no sooner than an idle one
   */
  ask(question: Q, withinMs: number): Promise<ThreadAnswer<A>>
}

/** Several times what the largest calendars need. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }

/**
 * A thread for parsing untrusted input with a library that may take minutes or never end. The first question starts it;
 * it is kept for the next, and replaced after one that had to be cut off. It does not keep the process alive.
 *
 * @param entry module that calls `answerInThread`
 */
export function boundedThread<Q, A>(entry: URL): BoundedThread<Q, A> {
  let thread: Worker | null = null
  let lastTurn: Promise<unknown> = Promise.resolve()
  const ask = async (question: Q, withinMs: number): Promise<ThreadAnswer<A>> => {
    const worker = (thread ??= await startThread(entry))
    const answer = await answerOf<Q, A>(worker, question, withinMs)
    if (answer.outcome === 'gave_up') {
      thread = null
      await worker.terminate()
    }
    return answer
  }
  return {
    ask(question, withinMs) {
      const turn = lastTurn.then(() => ask(question, withinMs))
      // An error rejects its own question; the next one only waits for it to end.
      lastTurn = Promise.allSettled([turn])
      return turn
    },
  }
}

/** The other end: answers each question that `boundedThread` asks of this thread. */
export function answerInThread<Q, A>(answerTo: (question: Q) => A | Promise<A>): void {
  parentPort?.on('message', async (question: Q) => parentPort?.postMessage(await answerTo(question)))
  parentPort?.postMessage('started')
}

async function startThread(entry: URL): Promise<Worker> {
  const worker = new Worker(entry, { resourceLimits })
  await new Promise((resolve, reject) => {
    worker.once('message', resolve)
    // An error after the start shows as the exit that follows it.
    worker.on('error', reject)
  })
  return worker
}

async function answerOf<Q, A>(worker: Worker, question: Q, withinMs: number): Promise<ThreadAnswer<A>> {
  const { promise, resolve } = Promise.withResolvers<ThreadAnswer<A>>()
  const onAnswer = (answer: A) => resolve({ outcome: 'answered', answer })
  const giveUp = () => resolve({ outcome: 'gave_up' })
  const ended = new AbortController()
  worker.ref()
  worker.on('message', onAnswer).on('exit', giveUp)
  // A thread whose processor time cannot be read has ended too.
  void usedUp(worker, withinMs, ended.signal).then(giveUp, giveUp)
  worker.postMessage(question)
  const answer = await promise
  ended.abort()
  worker.off('message', onAnswer).off('exit', giveUp)
  worker.unref()
  return answer
}

/** Resolves when a thread has used this much processor time; rejects when `signal` aborts. */
async function usedUp(worker: Worker, withinMs: number, signal: AbortSignal): Promise<void> {
  const before = await workedMs(worker)
  for (let leftMs = withinMs; leftMs > 0; leftMs = withinMs - (await workedMs(worker)) + before) {
    await sleep(Math.max(leftMs, 10), undefined, { signal })
  }
}

async function workedMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1_000
}
