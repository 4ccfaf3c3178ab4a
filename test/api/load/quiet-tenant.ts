import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

// A tenant in a thread of its own that makes call after call on one connection, and reports how long each took.

export type QuietTenant = { readonly url: string; readonly headers: Readonly<Record<string, string>> }

const { url, headers } = workerData as QuietTenant
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

async function ask(): Promise<number> {
  const startedAt = performance.now()
  const call = request(url, { headers, agent }).end()
  const [response] = (await once(call, 'response')) as [NodeJS.ReadableStream & { statusCode: number }]
  await once(response.resume(), 'end')
  if (response.statusCode !== 200) throw new Error(`Answered ${response.statusCode}`)
  return performance.now() - startedAt
}

parentPort?.on('message', async (calls: number) => {
  const waits: number[] = []
  while (waits.length < calls) waits.push(await ask())
  parentPort?.postMessage(waits, [])
})
