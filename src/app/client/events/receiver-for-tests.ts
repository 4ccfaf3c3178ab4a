import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { readonly headers: IncomingHttpHeaders; readonly body: string }

/** A receiver of events that keeps what it gets, and answers as a test wants. */
export type TestReceiver = {
  readonly url: string
  readonly received: Received[]
  /** Answers a call; 204 by default. */
  answer: (response: ServerResponse, received: Received) => void
  stop(): Promise<void>
}

export async function startReceiver(): Promise<TestReceiver> {
  const server = createServer(async (request, response) => {
    const received = { headers: request.headers, body: Buffer.concat(await request.toArray()).toString() }
    receiver.received.push(received)
    receiver.answer(response, received)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: TestReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tijdig`,
    received: [],
    answer: (response) => void response.writeHead(204).end(),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

/** Verified anew, as a receiver does. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
