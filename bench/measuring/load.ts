import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { serveParent } from './child.ts'
import { requestsOf, type RequestPlan } from './request-plan.ts'

/** One stretch of load: every connection sends its next request as soon as it has the answer to the last. */
export type LoadQuestion = {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  readonly plan: RequestPlan
  /** One more request, on a connection of its own: the load then lasts until it is answered, and not `seconds`. */
  readonly beside?: { readonly port: number; readonly request: string }
}

export type LoadAnswer = {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** How long it lasted. */
  readonly seconds: number
}

// Sockets only, because product and baseline both lose what the generator costs, which flatters the slower one.

serveParent<null, LoadQuestion>({
  async start() {
    return { answer: generateLoad, stop: async () => undefined }
  },
})

async function generateLoad({ port, connections, seconds, plan, beside }: LoadQuestion): Promise<LoadAnswer> {
  const next = requestsOf(plan, `127.0.0.1:${port}`)
  const latenciesMs: number[] = []
  const startedMs = performance.now()
  let untilMs = beside === undefined ? startedMs + seconds * 1_000 : Number.POSITIVE_INFINITY
  let besideMs = Number.NaN
  const sendBeside = async (other: NonNullable<typeof beside>) => {
    const socket = await open(other.port)
    const answers = readAnswers(socket)
    socket.write(other.request)
    await answers.next()
    besideMs = performance.now() - startedMs
    untilMs = 0
    socket.destroy()
  }
  const answered = beside === undefined ? null : sendBeside(beside)
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = await open(port)
      const answers = readAnswers(socket)
      while (performance.now() < untilMs) {
        const sentMs = performance.now()
        socket.write(next())
        await answers.next()
        latenciesMs.push(performance.now() - sentMs)
      }
      socket.destroy()
    }),
  )
  await answered
  const lastedMs = performance.now() - startedMs
  latenciesMs.sort((a, b) => a - b)
  return {
    perSecond: latenciesMs.length / (lastedMs / 1_000),
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    maxMs: latenciesMs.at(-1) ?? Number.NaN,
    seconds: (beside === undefined ? lastedMs : besideMs) / 1_000,
  }
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** Waits for one whole answer after the other, and throws for any that is not 2xx. */
function readAnswers(socket: Socket): { next(): Promise<void> } {
  let waiting: PromiseWithResolvers<void> | null = null
  let received = ''
  let failure: Error | null = null
  const fail = (error: Error) => {
    failure = error
    waiting?.reject(error)
  }
  socket.setEncoding('latin1')
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The server closed the connection')))
  socket.on('data', (text: string) => {
    received = received === '' ? text : received + text
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1])
    if (!received.startsWith('HTTP/1.1 20') || Number.isNaN(length)) fail(new Error(received.slice(0, 2_000)))
    else if (received.length >= headEnd + 4 + length) {
      received = ''
      waiting?.resolve()
    }
  })
  return {
    next() {
      waiting = Promise.withResolvers<void>()
      if (failure) waiting.reject(failure)
      return waiting.promise
    },
  }
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
