import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

// A tenant in a thread of its own that, while told to, sends request after request on several connections.

export type NoisyTenant = {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** Used by turns. */
  readonly authorizations?: readonly string[]
  readonly body: string
  readonly connections: number
}

const { url, method, headers, authorizations, body, connections } = workerData as NoisyTenant
let asked = 0
const bytes = Buffer.from(body)
const agent = new Agent({ keepAlive: true, maxSockets: connections })

function ask(): Promise<number> {
  asked += 1
  const authorization = authorizations?.[asked % authorizations.length]
  return new Promise((resolve) => {
    const call = request(
      url,
      {
        method,
        headers: { ...headers, ...(authorization && { authorization }), 'content-length': bytes.length },
        agent,
      },
      (response) => {
        response.resume().on('close', () => resolve(response.statusCode ?? 0))
      },
    )
    // A closed connection is an answer too.
    call.on('error', () => resolve(0))
    call.end(bytes)
  })
}

let isLoud = false
const wakeUp: (() => void)[] = []
parentPort?.on('message', (loud: boolean) => {
  isLoud = loud
  if (loud) for (const wake of wakeUp.splice(0)) wake()
})

async function askOnAndOn(): Promise<never> {
  for (;;) {
    if (!isLoud) await new Promise<void>((resolve) => wakeUp.push(resolve))
    const status = await ask()
    parentPort?.postMessage(status, [])
  }
}

for (let connection = 0; connection < connections; connection += 1) void askOnAndOn()
