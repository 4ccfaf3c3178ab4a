import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly id: string
  readonly event: WebhookEvent
}

export type WebhookEvent = {
  readonly id: string
  readonly type: string
  readonly sequence: number
  readonly position: number
  readonly subject: { readonly id: string; readonly version: number | null }
}

/** Answers a delivery; by default 204. One that does not end the response never answers. */
export type Answering = (response: ServerResponse, received: Received) => void

/** A receiver of webhooks on this machine. */
export type Receiver = {
  readonly url: string
  /** What came, oldest first. */
  readonly received: Received[]
  answer(answering: Answering): void
  stop(): Promise<void>
}

const accept: Answering = (response) => response.writeHead(204).end()

export async function startReceiver(answering: Answering = accept): Promise<Receiver> {
  let current = answering
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const one = { headers: request.headers, body, id: String(request.headers['webhook-id']), event: JSON.parse(body) }
      received.push(one)
      current(response, one)
    })
    // The sender may cut a call off.
    request.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (next) => void (current = next),
    stop: () => end(server),
  }
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
