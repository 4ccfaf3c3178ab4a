import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

// A tenant in a thread of its own that sends one request after another on each of some connections, whatever it is answered.

export type NoisyTenant = {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly connections: number
}

const { url, method, headers, body, connections } = workerData as NoisyTenant
const bytes = Buffer.from(body)
const agent = new Agent({ keepAlive: true, maxSockets: connections })

function ask(): Promise<number> {
  return new Promise((resolve) => {
    const call = request(
      url,
      { method, headers: { ...headers, 'content-length': bytes.length }, agent },
      (response) => {
        response.resume().on('close', () => resolve(response.statusCode ?? 0))
      },
    )
    // A connection that is closed on us is the answer too.
    call.on('error', () => resolve(0))
    call.end(bytes)
  })
}

async function askOnAndOn(): Promise<never> {
  for (;;) {
    const status = await ask()
    parentPort?.postMessage(status, [])
  }
}

for (let connection = 0; connection < connections; connection += 1) void askOnAndOn()
