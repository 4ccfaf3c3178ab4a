import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveParent } from '../measuring/child.ts'

/** Where it answers, and where it never does. */
export type ReceiverPorts = { readonly answering: number; readonly silent: number }

/** Since it was asked last: how long after its event each call came, in milliseconds, and when the last one did. */
export type Received = { readonly lagsMs: readonly number[]; readonly lastAtMs: number; readonly unanswered: number }

// Two servers of an organization: one answers every call at once, the other takes them and says nothing.

serveParent<null, 'ports' | 'received'>({
  async start() {
    let lagsMs: number[] = []
    let lastAtMs = 0
    let unanswered = 0
    const answering = await listen((request, response) => {
      request.resume().once('end', () => {
        lastAtMs = Date.now()
        lagsMs.push(lastAtMs - writtenAtMs(String(request.headers['webhook-id'])))
        response.writeHead(204).end()
      })
    })
    const silent = await listen(() => (unanswered += 1))
    const portOf = (server: typeof silent) => (server.address() as AddressInfo).port
    return {
      async answer(question): Promise<ReceiverPorts | Received> {
        if (question === 'ports') return { answering: portOf(answering), silent: portOf(silent) }
        const received = { lagsMs, lastAtMs, unanswered }
        lagsMs = []
        unanswered = 0
        return received
      },
      async stop() {
        for (const server of [answering, silent]) {
          server.close()
          server.closeAllConnections()
        }
      },
    }
  },
})

async function listen(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** When an event was written: its id is a version 7 UUID. */
function writtenAtMs(id: string): number {
  return Number.parseInt(id.slice('evt_'.length, 'evt_'.length + 12), 16)
}
