/* oxlint-disable unicorn/require-post-message-target-origin -- threads, unlike windows, have no origin */
import { parentPort, Worker } from 'node:worker_threads'

/** What a thread made of a question; `gave_up`: it did not answer in time, or not within its memory. */
export type ThreadAnswer<A> = { readonly outcome: 'answered'; readonly answer: A } | { readonly outcome: 'gave_up' }

export type BoundedThread<Q, A> = {
  /** Questions are answered one after the other; the time counts from when it is this one's turn. */
  ask(question: Q, withinMs: number): Promise<ThreadAnswer<A>>
}

/** Several times what the largest calendars need. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }

/**
 * A thread for reading what others wrote, where a library may take minutes or never end. The first question starts it, it
 * is kept for the next, and replaced after one it had to be stopped at. It keeps no process alive.
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
      // Who asked is told of an error; who asks next only waits for the end.
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
    // Errors after the start are told by the exit that follows them.
    worker.on('error', reject)
  })
  return worker
}

async function answerOf<Q, A>(worker: Worker, question: Q, withinMs: number): Promise<ThreadAnswer<A>> {
  worker.ref()
  const { promise, resolve } = Promise.withResolvers<ThreadAnswer<A>>()
  const onAnswer = (answer: A) => resolve({ outcome: 'answered', answer })
  const giveUp = () => resolve({ outcome: 'gave_up' })
  worker.on('message', onAnswer).on('exit', giveUp)
  worker.postMessage(question)
  // An answer that came while this thread was busy itself is taken first.
  const timer = setTimeout(() => setImmediate(giveUp), withinMs)
  const answer = await promise
  clearTimeout(timer)
  worker.off('message', onAnswer).off('exit', giveUp)
  worker.unref()
  return answer
}
